"""Fetches clubs, their nights and tables, and prepares what is shown of them."""
