"""People across events: the page of a person who has agreed to it, and two records that are one person."""
