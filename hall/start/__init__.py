"""The first start of a site, and what is taken away from it: a tournament, or the demonstration."""
