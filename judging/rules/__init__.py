"""What the rulebook says of disputes at the table: pure functions, one module for each kind of case."""
