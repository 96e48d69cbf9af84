"""Search for rules by number or by the words that players use (ours).

A rule should have every word of the query; if none does, those that have the most of it come first. A word in the title
weighs more than one in the players' words, which weighs more than one in the summary. Rare words weigh more than common
ones, and adjacent words in the order of the query more than separate ones. A common word alone would match half of the
book, and a partial match much that was not meant, so the number of results is then limited.

static/js/judge-finding.js does the same offline; a browser test compares the two.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import log

from tournaments.rules.naming import plain

_BRACKETED = re.compile(r"\s*\(\s*(\d{1,2}|[a-z])\s*\)")
_LETTER_APART = re.compile(r"(?<=\d) (?=[a-z]\b)")
_CONTRACTED = re.compile(r"n['’]t(?!\w)")
_SO_MANY_CARDS = re.compile(r"(?<![\w.])([1-9]) (?=(card|carte|carta)s?\b)")
_NUMBERS = {
    "card": ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    "carte": ("une", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf"),
    "carta": ("una", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve"),
}
_TOKEN = re.compile(r"\d+(?:\.\d+|\.?[a-z](?![a-z]))*|[^\W\d_]+")
_PART = re.compile(r"\d+|[a-z]+")

IN_TITLE, IN_FINDS, IN_SUMMARY = 6.0, 4.0, 1.0
TOGETHER = 6.0
THE_RULE_ITSELF, A_PART_OF_IT = 24.0, 12.0
OTHER_ENDING, ALIKE_BEGINNING, ONE_SLIP = 0.8, 0.6, 0.4

LEAST_SHARE = 0.5
"""The minimum share of a query, by weight of its words, that a rule must have if no rule has all of it."""

COMMON = 0.25
"""A word that more than this share of the rules have is optional in a rule that has all others."""

MOST_UNSURE = 10
"""The most results if no rule has every word, or if every word of the query is common."""


@dataclass(frozen=True, slots=True)
class Text:
    """A rule prepared for the search: its numbers, that of the edition asked first, and its words with their weights.

    `together` is the title and the players' words as they are, separated by commas.
    """

    key: str
    numbers: tuple[tuple[str, ...], ...]
    words: Mapping[str, float]
    together: str


@dataclass(frozen=True, slots=True)
class Found:
    """Keys of the rules that a query means, best first.

    `is_partly`: none of them has all words of the query; `is_cut`: more match equally than are returned.
    """

    keys: tuple[str, ...] = ()
    is_partly: bool = False
    is_cut: bool = False


def text(key: str, numbers: Iterable[str], *, title: str, finds: str, summary: str) -> Text:
    """A rule prepared for `find`.

    `numbers` are those of the edition asked and of the other one, "" if missing, and any other form in which it is
    cited.
    """
    parts = tuple(tuple(_PART.findall(number)) for number in numbers)
    words = {number[0]: IN_TITLE for number in parts if number and number[0].isalpha()}
    for weight, written in ((IN_SUMMARY, summary), (IN_FINDS, finds), (IN_TITLE, title)):
        words |= dict.fromkeys(_tokens(written), weight)
    phrases = (f" {' '.join(_tokens(part))} " for part in (title, *finds.split(",")))
    return Text(key, parts, words, f",{','.join(phrases)},")


def find(query: str, texts: tuple[Text, ...]) -> tuple[str, ...]:
    """The keys of the rules that a query means, best first; ties in the order of `texts`. Empty for an empty query.

    Case, accents and endings are ignored; one typing error in a word of six letters or more is accepted if the word
    matches nothing else. A number finds its rule in either edition, that of the edition asked first, and then its
    parts.

    >>> rules = (text("a", ["8.7", "8.8"], title="Opponent's peg used", finds="moved my peg", summary="Put it back."),
    ...          text("b", ["", "8.7"], title="Pegs knocked out", finds="board fell", summary="Put them back."))
    >>> find("Rule 8.7", rules), find("knoked over pegs", rules), find("my peg", rules), find("", rules)
    (('a', 'b'), ('b',), ('a', 'b'), ())
    """
    return look(query, texts).keys


def look(query: str, texts: tuple[Text, ...]) -> Found:
    """The results of `find`, and whether they are complete.

    >>> rules = (text("a", [], title="Last card", finds="go", summary="One."),
    ...          text("b", [], title="Play", finds="pone leads", summary="Two."))
    >>> look("pone leads", rules), look("slow play", rules)
    (Found(keys=('b',), is_partly=False, is_cut=False), Found(keys=('b',), is_partly=True, is_cut=False))
    """
    tokens = _tokens(query)
    asked = {token: hits for token in tokens if (hits := _hits(token, tokens, texts))}
    if not asked:
        return Found()
    rarity = {token: log(1 + len(texts) / len(hits)) for token, hits in asked.items()}
    needed, are_common = _needed(asked, len(texts))
    places = {place for token in needed for place in asked[token]}
    # These sums add the same numbers in the same order, so a rule with every word has exactly the whole.
    whole = sum(rarity[token] for token in needed)
    share = {place: sum(rarity[token] for token in needed if place in asked[token]) for place in places}
    least = whole if whole in share.values() else LEAST_SHARE * whole
    weight = {place: sum(rarity[token] * hits.get(place, 0.0) for token, hits in asked.items()) for place in places}
    score = {place: weight[place] + TOGETHER * whole * _together(tokens, texts[place]) for place in places}
    having = [place for place in places if share[place] >= least]
    # Which rules are returned depends on the words but not on their order; that only ranks them.
    worth = score if len(tokens) == 1 else weight
    chosen = sorted(having, key=lambda place: (-share[place], -worth[place], place))
    is_partly = whole not in share.values() or any(_is_word(token) and token not in asked for token in tokens)
    chosen = chosen[:MOST_UNSURE] if are_common or is_partly else chosen
    ranked = sorted(chosen, key=lambda place: (-share[place], -score[place], place))
    return Found(
        tuple(texts[place].key for place in ranked),
        is_partly=is_partly,
        is_cut=len(chosen) < len(having),
    )


def _needed(asked: Mapping[str, Mapping[int, float]], rules: int) -> tuple[tuple[str, ...], bool]:
    """What a rule must have: only rule numbers if there are any, else every word except common and very short ones.

    Also returns whether all of that is common.
    """
    numbers = tuple(token for token in asked if "." in token)
    words = tuple(token for token in asked if _is_word(token))
    rare = tuple(token for token in words if len(asked[token]) <= COMMON * rules)
    needed = numbers or rare or words or tuple(asked)
    return needed, all(len(asked[token]) > COMMON * rules and token not in numbers for token in needed)


def _is_word(token: str) -> bool:
    """Whether the token is long enough to mean something by itself."""
    return len(token) > (1 if token.isdecimal() else 2)


def _together(tokens: tuple[str, ...], searched: Text) -> int:
    """How often a rule has the words of a query in the same order; a whole title or phrase counts once more."""
    as_asked = f" {' '.join(tokens)} "
    return searched.together.count(f",{as_asked},") + (len(tokens) > 1 and as_asked in searched.together)


def _tokens(written: str) -> tuple[str, ...]:
    """The words and rule numbers of a text in the form in which they are compared.

    >>> _tokens("Rule 8.4b (3), the Opponent's 31")
    ('rule', '8.4.b.3', 'the', 'opponent', 's', '31')
    >>> _tokens("Didn't peg")
    ('did', 'not', 'peg')
    >>> _tokens("7 cards"), _tokens("rule 7")
    (('seven', 'cards'), ('rule', '7'))
    """
    counted = _SO_MANY_CARDS.sub(lambda match: f"{_NUMBERS[match[2]][int(match[1]) - 1]} ", plain(written))
    spelled_out = _CONTRACTED.sub(" not", counted)
    closed = _LETTER_APART.sub(".", _BRACKETED.sub(r".\1", spelled_out))
    return tuple(".".join(_PART.findall(token)) if token[0].isdecimal() else token for token in _TOKEN.findall(closed))


def _hits(token: str, tokens: tuple[str, ...], texts: tuple[Text, ...]) -> Mapping[int, float]:
    """The indexes of texts that match a word or number of a query, with its weight in each."""
    if token[0].isdecimal() or len(token) == 1:
        return _with_number(token, tokens, texts)
    hits = _with_word(token, texts, _likeness)
    return hits or (_with_word(token, texts, _likeness_with_a_slip) if len(token) >= 6 else {})


def _with_number(token: str, tokens: tuple[str, ...], texts: tuple[Text, ...]) -> Mapping[int, float]:
    """Matches by rule number, the edition asked first; numbers of guidelines only if the query says so."""
    asked_number = tuple(_PART.findall(token))
    hits = {}
    for place, searched in enumerate(texts):
        weight = searched.words.get(token, 0.0) if len(token) > 1 or token.isdecimal() else 0.0
        for turn, number in enumerate(searched.numbers):
            if number and number[0].isalpha():
                number = number[1:] if number[0] in tokens else ()
            if number[: len(asked_number)] == asked_number:
                itself = number == asked_number and (not turn or len(asked_number) > 1)
                weight = max(weight, (THE_RULE_ITSELF if itself else A_PART_OF_IT) - turn)
        if weight:
            hits[place] = weight
    return hits


def _with_word(token: str, texts: tuple[Text, ...], likeness: Callable[[str, str], float]) -> Mapping[int, float]:
    alike: dict[str, float] = {}
    hits = {}
    for place, searched in enumerate(texts):
        best = 0.0
        for word, weight in searched.words.items():
            if (like := alike.get(word)) is None:
                like = alike[word] = likeness(token, word)
            best = max(best, like * weight)
        if best:
            hits[place] = best
    return hits


def _likeness(token: str, word: str) -> float:
    """How similar two words are, from 0 to 1: equal, with another ending, or with the same beginning.

    >>> [_likeness("pegs", other) for other in ("pegs", "peg", "pegged", "pone")]
    [1.0, 0.8, 0.0, 0.0]
    >>> [_likeness("peg", other) for other in ("pegged", "pegboard")], _likeness("counted", "counting")
    ([0.8, 0.0], 0.6)
    """
    if token == word:
        return 1.0
    short, long = sorted((token, word), key=len)
    if len(short) < 3 or short[:3] != long[:3]:
        return 0.0
    rest = long.removeprefix(short)
    if len(rest) < len(long):
        ended = len(short) >= 4 and len(rest) <= len(short)
        return OTHER_ENDING if rest == "s" or ended or (rest[0] == short[-1] and len(rest) <= 4) else 0.0
    same = next(
        (place for place, (letter, other) in enumerate(zip(short, long, strict=False)) if letter != other), len(short)
    )
    return ALIKE_BEGINNING if same >= 4 and same >= 0.6 * len(long) else 0.0


def _likeness_with_a_slip(token: str, word: str) -> float:
    """Whether the words differ by one letter added, missing, wrong, or exchanged with the next.

    >>> [_likeness_with_a_slip(typed, "renege") for typed in ("reneg", "renegge", "renage", "rengee", "renown")]
    [0.4, 0.4, 0.4, 0.4, 0.0]
    """
    same = next(
        (place for place, (letter, other) in enumerate(zip(token, word, strict=False)) if letter != other), None
    )
    if same is None:
        return ONE_SLIP if abs(len(token) - len(word)) <= 1 else 0.0
    token_rest, word_rest = token[same:], word[same:]
    return (
        ONE_SLIP
        if token_rest[1:] in {word_rest, word_rest[1:]}
        or token_rest == word_rest[1:]
        or token_rest == word_rest[1::-1] + word_rest[2:]
        else 0.0
    )
