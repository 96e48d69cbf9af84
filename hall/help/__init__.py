"""Help: what a page is, what one does there, and what comes next; a page with all of it, and a search."""
