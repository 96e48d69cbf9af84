"""What all pages of tournaments share."""
