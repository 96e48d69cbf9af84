"""The judges’ assistant: a case is answered step by step, and the rules that cover it are found."""
