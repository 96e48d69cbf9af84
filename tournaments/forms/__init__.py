"""Forms check the shape of what was sent; actions decide what it means.

A field that an action would refuse is only read here: the action names the fault, the page adds it to the field.
"""
