"""How people talk at the board: words that mean nothing by themselves, and words for the same thing.

The search for rules knows both, in each language by a list of its own: a translation is no translation but what people
say in that language.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

IDLE = _(
    "a, an, the, this, that, these, those, there, here, it, its, s, i, me, my, mine, we, us, our, you, your, he, him, his, "
    "she, her, hers, they, them, their, who, which, what, when, where, why, how, is, am, are, was, were, be, been, being, "
    "do, does, did, done, has, have, had, can, may, might, must, will, would, should, shall, if, and, or, but, so, "
    "then, than, as, at, by, for, from, in, into, of, on, onto, to, with, about, just, really, actually, still, also, "
    "some, any, very, got, get, gets, getting, let, want, wants, wanted, like, now, thing, something, happens, "
    "happened, happen, supposed, allowed, ok, please, somebody, someone, people, person, guy, lady"
)
"""Separated by commas. They count in a query that has no other word."""

SAME = _(
    "flip, turn, exposed, show, shown, revealed; upside, reversed, boxed; "
    "look, peek, saw, seen, see, glanced, examined; "
    "throw, threw, thrown, toss, discard, laid; lay, laid, put, play; led, lead, leads; deal, dealt; "
    "take, took, taken, retrieve, pick, grab; say, said, says, told, announce, call; "
    "win, won, wins, claim; lose, lost, loss; hold, held; "
    "forget, forgot, forgotten, missed; forgot, not; miss, missed, overlooked; "
    "mix, mixed, shuffle; mixed, mucked; "
    "knock, bump, bumped, hit, dislodged, touched; remove, pull, lift, took; "
    "lane, track; pack, deck; crib, box, kitty; pone, nondealer; starter, upcard; peg, pin; "
    "few, fewer, less, short; many, more, extra; hole, spot; pegged, scored; "
    "wrong, incorrect, mistake, error; early, before, soon; late, later, after; own, hand; "
    "backward, backwards, direction; agree, accept, disagree, refuse; "
    "ruling, decision, decide; judge, referee; spectator, kibitzer, onlooker, watching, bystander; "
    "spread, margin, difference; ink, pen, pencil; tie, tied, even, equal; "
    "qualify, qualifier, playoff; absent, missing, show, appear; "
    "concede, gave, give, quit, resign; bent, torn, marked, damaged, creased, nicked, stained; "
    "duplicate, twice, identical, double; jack, heels, nibs; ace, deuce, eight, nine, ten, king, queen, card; "
    "wife, husband, married, family, brother, sister, cousin, friend; new, another, different; "
    "15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31; 32, 33, 34, 35, 36, 37, 38, 39, 40"
)
"""Groups separated by semicolons, words by commas. Each of a group also finds what only the others are in."""
