"""The site as a whole: signing in, what is answered from memory or a second time, and what is said when a part of it is away."""
