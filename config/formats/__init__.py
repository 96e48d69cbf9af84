"""Formats of days, times and amounts in each language; Django finds the module by the active language.

Every page names one of these formats, never the order of the parts: `{{ at|date:"TIME_FORMAT" }}`.
"""
