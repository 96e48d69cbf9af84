"""Who meets whom: tables, movements, first deals, byes of a table; pure rules and their words."""
