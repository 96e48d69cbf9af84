"""The site as a whole: signing in, answers from caches, repeated requests, and answers while a part of it is down."""
