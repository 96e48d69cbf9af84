"""`python -m bench`: every measure for 96 and 200 entrants with 22 games, the morning of 500, and a club of 60, as a table.

`python -m bench --hall 200x22`: only the public pages for a hall of phones; fails if any of their requests does.

`python -m bench --slow 200`: whether others are answered next to this many slow clients of each kind.

`python -m bench --clubs`: only the pages of a club with ten seasons.

`python -m bench --walks`: how many files and functions three requests pass.

`python -m bench --hands`: every hand of cards counted and compared with published frequencies, without a database.

It runs on a new database of its own: an SQLite file, or one that it creates on the server of TEST_DATABASE_URL.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

CLUB = (60, 36)
"""Members of the club that is measured, and nights of each of its seasons."""


def size(text: str) -> tuple[int, int]:
    """Parse entrants and games, written 96x22."""
    entrants, cross, games = text.partition("x")
    are_numbers = bool(cross) and entrants.isdecimal() and games.isdecimal()
    if not are_numbers or not 4 <= int(entrants) <= 1000 or not 1 <= int(games) <= 60:
        raise argparse.ArgumentTypeError(f"“{text}” is no size: write entrants and games like 96x22")
    return int(entrants), int(games)


def count(text: str) -> int:
    """Parse a number from 1 to 1000."""
    if not text.isdecimal() or not 1 <= int(text) <= 1000:
        raise argparse.ArgumentTypeError(f"“{text}” is no number from 1 to 1000")
    return int(text)


def phones(text: str) -> int:
    """Parse how many pages are open; each takes a connection in this process and in the site's."""
    if not text.isdecimal() or not 1 <= int(text) <= 5000:
        raise argparse.ArgumentTypeError(f"“{text}” is no number from 1 to 5000")
    return int(text)


@contextmanager
def own_database() -> Iterator[str]:
    """Set the environment of a site with an empty, migrated database; yields `PostgreSQL` or `SQLite`.

    The database is dropped at the end.
    """
    # Everything that reads the settings is imported after the environment is set.
    from hall.tests import servers  # noqa: PLC0415

    with tempfile.TemporaryDirectory(prefix="pegboard-bench-") as folder:
        (Path(folder) / "static").mkdir()
        url_given = os.environ.get("TEST_DATABASE_URL", "")
        server = servers.PostgresServer(url_given) if url_given else None
        sqlite_file = (Path(folder) / "bench.sqlite3").as_posix()
        url = server.new_migrated_database() if server else f"sqlite:///{sqlite_file}"
        for name in servers.own_variables():
            del os.environ[name]
        os.environ.update(servers.site_environment(Path(folder), database_url=url))
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        if server is None:
            servers.manage(dict(os.environ), "migrate", "--noinput", "--verbosity", "0")
        try:
            yield "PostgreSQL" if server else "SQLite"
        finally:
            close_connections()
            if server:
                server.drop(url)
                server.close()


def close_connections() -> None:
    """Close the database connections, if there are any."""
    from django.conf import settings  # noqa: PLC0415
    from django.db import connections  # noqa: PLC0415

    if settings.configured:
        connections.close_all()


def hall(entrants: int, games: int, *, seconds: int, phones: int) -> int:
    """Measure the public pages of a hall and print the result."""
    # bench.hall reads its settings from the environment, like the site that it starts.
    with own_database() as database:
        from bench.hall import measure  # noqa: PLC0415

        print(f"\n{entrants} entrants, {games} games, {database}; {phones} open pages for {seconds} s, 4 checkers")
        print(f"{'':46}{'ours':>9}{'beside':>9}{'ratio':>8}   goal")
        failed = measure(entrants, games, seconds=seconds, phones=phones)
        print(
            "\nRequests a second stand beside those of an empty view of the same processes, asked in turn; a card saved beside"
        )
        print(
            "one that is saved with no page open; memory beside that after two thirds of the time; the rest beside its goal."
        )
        return failed


def slow(many: int) -> int:
    """Measure how others are answered next to slow clients, and print the result."""
    with own_database() as database:
        from bench.slow import measure  # noqa: PLC0415

        print(f"\n{many} slow clients of each kind, 96 entrants, 22 games, {database}: requests of others")
        print(f"{'':46}{'in a second':>9}{'asked':>9}{'ratio':>8}   goal")
        return measure(96, 22, many=many)


def main() -> int:
    """Read the options, measure what they ask for, and print the results; returns the exit code."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr] # both are text streams
    parser = argparse.ArgumentParser(prog="run.py bench", description="Measure what a click costs.")
    parser.add_argument(
        "sizes", nargs="*", type=size, default=[(96, 22), (200, 22)], metavar="SIZE", help="96x22 200x22"
    )
    parser.add_argument("--repeat", type=count, default=15, help="how often each thing is measured (15)")
    parser.add_argument(
        "--morning", type=size, default=(500, 22), metavar="SIZE", help="the field that is entered and seated (500x22)"
    )
    parser.add_argument(
        "--clubs", action="store_true", help="a club with ten seasons of 60 members and 36 nights, alone"
    )
    parser.add_argument(
        "--hall",
        type=size,
        metavar="SIZE",
        help="the public pages alone, of a hall of this size, and the load of its phones",
    )
    parser.add_argument("--seconds", type=count, default=10, help="how long the hall's phones ask (10)")
    parser.add_argument("--phones", type=phones, default=1000, help="how many pages are open in the hall (1000)")
    parser.add_argument(
        "--slow", type=count, metavar="MANY", help="how others are answered beside so many slow clients of each kind"
    )
    parser.add_argument(
        "--hands", action="store_true", help="every hand of cards alone, counted beside what is published"
    )
    parser.add_argument(
        "--by-script", action="store_true", help="with --hands: count every hand by the phones' script too"
    )
    parser.add_argument("--walks", action="store_true", help="how many files and functions three requests pass, alone")
    options = parser.parse_args()
    if options.hands:
        # Counting hands needs neither settings nor a database.
        from bench import counts  # noqa: PLC0415

        return counts.measure(by_script=options.by_script)
    if options.slow:
        return slow(options.slow)
    if options.hall:
        return hall(*options.hall, seconds=options.seconds, phones=options.phones)
    with own_database() as database:
        import django  # noqa: PLC0415

        django.setup()
        if options.walks:
            from bench import walks  # noqa: PLC0415

            return walks.measure()
        from bench.clubs import ClubSeasons  # noqa: PLC0415
        from bench.measures import Hall  # noqa: PLC0415
        from bench.morning import Morning  # noqa: PLC0415

        club = (ClubSeasons, *CLUB, "members, {} nights a season")
        halls = [(Hall, *size_of_hall, "entrants, {} games") for size_of_hall in options.sizes]
        all_of_it = [*halls, (Morning, *options.morning, "entrants, {} games"), club]
        for kind, people, times, said in [club] if options.clubs else all_of_it:
            print(f"\n{people} {said.format(times)}, {database}; the median of {options.repeat} runs, milliseconds")
            print(f"{'':46}{'ours':>9}{'floor':>9}{'ratio':>8}   ours, least to most")
            for measure in kind(people, times).measures(options.repeat):
                print(measure, flush=True)
        print("\nThe floor is the least that could be done: ", end="")
        print(
            "the same rows fetched and summed, and the plan made, in plain Python, the same rows written raw, the same bytes from an empty view."
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
