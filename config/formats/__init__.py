"""How days, times and amounts are written in each language; Django finds the module of the visitor's language by its name.

Every page names one of these formats, never the order of the parts: `{{ at|date:"TIME_FORMAT" }}`.
"""
