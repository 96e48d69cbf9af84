"""How long texts may be that forms, the API and actions all ask for."""

MAX_REASON = 300
"""Characters of a reason, a note or a remark: a sentence or two for the log."""

MAX_ANNOUNCEMENT = 280
"""Characters of an announcement: what can be read at a glance, from a wall too."""
