"""The playoffs in the API. Shapes only; actions decide."""
