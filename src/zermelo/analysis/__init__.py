"""Games and players understood: skill and luck, fair rules, judgements, suites, reports."""
