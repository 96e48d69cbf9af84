"""Pages of notices: where people turn them on and end them, and where the director sees whether they go out."""
