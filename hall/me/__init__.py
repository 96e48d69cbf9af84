"""The entrant's own pages, opened with the personal link of the seat slip; nobody signs in for them."""
