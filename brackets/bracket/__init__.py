"""The bracket as it is drawn: seeds, byes, who plays whom, who is out, and what places that makes."""
