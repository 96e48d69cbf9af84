"""The menu of a tournament: which places it has for whom, and at which of them somebody is."""
