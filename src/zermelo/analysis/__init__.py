"""Games understood: what players of any strength can expect, what the deal decides, which rules
are fair."""
