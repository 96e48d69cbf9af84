"""The rulebook: its cases, counters and words as pure rules, and the drawing of the board."""
