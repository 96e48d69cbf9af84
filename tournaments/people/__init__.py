"""People behind the entries: accounts, roles, invitations, relations, personal links."""
