"""Fetches cards and decisions, hands them to the rules, and gives what pages, API and jobs show."""
