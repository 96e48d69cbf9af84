"""Results of the event: places and points as published, honours, late corrections."""
