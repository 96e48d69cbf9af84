"""What the pages of the qualifying round tell, prepared so that a template only has to write it down."""
