"""Forms check the shape of what was sent; actions decide what it means.

What an action refuses, the form does not check as well: the action names the fault, and the page adds it to the field.
"""
