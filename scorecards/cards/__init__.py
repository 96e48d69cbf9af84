"""Cards: typed at the entry desk, handed in, told from a phone, and who has which one open."""
