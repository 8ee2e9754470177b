"""What games and players are worth: exact values, judgements, suites, reports."""
