"""What spans the apps: the desk of an event, its report, the players' own pages, notices, walls, the archive, and the site as a whole."""
