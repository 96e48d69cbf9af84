"""Search for rules by number or by the words that players use (ours).

A query of a few words should have every word in a rule; if no rule does, the rules with most of the query come first. In
a longer query, which tells what happened, no single word is a must. A word weighs most in the title, less in the
players' words, and least in the summary; another word for the same thing weighs less. Rare words weigh more than common
words, and words that mean nothing by themselves only count if the query has no other. A phrase of a rule weighs more the
more of it the query has, whatever stands between its words, and most if the query has it word for word.

The number of results is limited in two cases: a query of common words alone would match half of the book, and a partial
match would find many rules that were not meant.

static/js/judge-finding.js does the same offline; a browser test compares the two.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
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

SAME_THING = 0.7
"""The likeness of two words for the same thing, by the vocabulary."""

FEW_WORDS = 3
"""The most words with which a query only names a thing. With more of them it tells what happened."""

IN_PHRASE = 5.0
"""The weight of the words that a query and a phrase of a rule have in common, times the share of the phrase that they are."""

LEAST_SHARE, LEAST_SHARE_OF_STORY = 0.5, 0.25
"""If no rule has the whole query, a rule must have at least this share of it, by weight of the words. A query that tells
what happened needs less of it, as it has words for what is beside the point."""

COMMON = 0.25
"""A word is common if more than this share of the rules have it. A common word is optional beside rare ones."""

MOST_UNSURE = 10
"""The most results if no rule has every word, or if every word of the query is common."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What a language has for the search: `idle` words mean nothing by themselves; `same` maps a word to other words.

    These are other words for the same thing, or other forms of it (threw, throw).
    """

    idle: frozenset[str] = frozenset()
    same: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Text:
    """A rule prepared for the search.

    `numbers` are its numbers cut into parts, first that of the edition asked. `words` maps each word to its weight.
    `phrases` are the title and the players' words in their order, separated by commas; `phrase_words` are the words of
    each that mean something.
    """

    key: str
    numbers: tuple[tuple[str, ...], ...]
    words: Mapping[str, float]
    phrases: str
    phrase_words: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Found:
    """Keys of the rules that match a query, best first.

    `is_partly`: none of them has all words of the query. `is_cut`: some matches are left out.
    """

    keys: tuple[str, ...] = ()
    is_partly: bool = False
    is_cut: bool = False


NO_VOCABULARY = Vocabulary()


def vocabulary(idle: str, same: str) -> Vocabulary:
    """The vocabulary as it is written: `idle` words separated by commas; groups of the `same` separated by semicolons.

    A word may be in several groups.

    >>> vocabulary("the, a", "peg, pin; pin, badge").same
    {'peg': ('pin',), 'pin': ('peg', 'badge'), 'badge': ('pin',)}
    """
    alike: dict[str, list[str]] = {}
    for group in same.split(";"):
        words = _tokens(group)
        for word in words:
            others = alike.setdefault(word, [])
            others.extend(other for other in words if other != word and other not in others)
    return Vocabulary(frozenset(_tokens(idle)), {word: tuple(others) for word, others in alike.items()})


def text(
    key: str, numbers: Iterable[str], *, title: str, finds: str, summary: str, speech: Vocabulary = NO_VOCABULARY
) -> Text:
    """A rule prepared for `find`.

    `numbers` are its numbers in the edition asked and in the other one ("" if missing), then any other form in which
    the rule is cited. `finds` are the players' words, separated by commas.
    """
    parts = tuple(tuple(_PART.findall(number)) for number in numbers)
    words = {number[0]: IN_TITLE for number in parts if number and number[0].isalpha()}
    for weight, written in ((IN_SUMMARY, summary), (IN_FINDS, finds), (IN_TITLE, title)):
        words |= dict.fromkeys(_tokens(written), weight)
    phrases = [_tokens(part) for part in (title, *finds.split(","))]
    joined = ",".join(f" {' '.join(phrase)} " for phrase in phrases)
    telling = tuple(tuple(dict.fromkeys(word for word in phrase if word not in speech.idle)) for phrase in phrases)
    return Text(key, parts, words, f",{joined},", tuple(phrase for phrase in telling if phrase))


def find(query: str, texts: tuple[Text, ...], speech: Vocabulary = NO_VOCABULARY) -> tuple[str, ...]:
    """The keys of the rules that match a query, best first; ties in the order of `texts`. Empty for an empty query.

    Case, accents and endings are ignored. One typing error is accepted in a word of six letters or more that matches
    nothing else. A number finds its rule in both editions, first in the edition asked; then the parts of the rule.

    >>> rules = (text("a", ["8.7", "8.8"], title="Opponent's peg used", finds="moved my peg", summary="Put it back."),
    ...          text("b", ["", "8.7"], title="Pegs knocked out", finds="board fell", summary="Put them back."))
    >>> find("Rule 8.7", rules), find("knoked over pegs", rules), find("peg", rules), find("", rules)
    (('a', 'b'), ('b',), ('a', 'b'), ())
    """
    return look(query, texts, speech).keys


def look(query: str, texts: tuple[Text, ...], speech: Vocabulary = NO_VOCABULARY) -> Found:
    """The results of `find`, and whether they are complete.

    >>> rules = (text("a", [], title="Last card", finds="go", summary="One."),
    ...          text("b", [], title="Play", finds="pone leads", summary="Two."))
    >>> look("pone leads", rules), look("slow play", rules)
    (Found(keys=('b',), is_partly=False, is_cut=False), Found(keys=('b',), is_partly=True, is_cut=False))
    """
    tokens = _tokens(query)
    telling = [token for token in tokens if token not in speech.idle] or tokens
    # Sorted, as the order of the query's words must not change which rules are returned; it only changes their rank.
    alike_by_token = {token: _alike_words(token, texts, speech) for token in sorted(set(telling))}
    is_story = len(alike_by_token) > FEW_WORDS
    hits_by_token = {}
    for token, alike in alike_by_token.items():
        # A plain number in a story is points or a count, and no chapter.
        is_number = "." in token or (not is_story and (token[0].isdecimal() or len(token) == 1))
        if hits := _hits(token, tokens, texts, alike, is_number=is_number):
            hits_by_token[token] = hits
    if not hits_by_token:
        return Found()
    rarity = {token: _rarity(hits, texts, alike_by_token[token]) for token, hits in hits_by_token.items()}
    needed, are_common = _needed(hits_by_token, len(texts))
    # A place is the index of a rule in `texts`.
    places = sorted({place for token in needed for place in hits_by_token[token]})
    # These sums add the same numbers in the same order, so the share of a rule with every word equals `whole` exactly.
    whole = sum(rarity[token] for token in needed)
    share = {place: sum(rarity[token] for token in needed if place in hits_by_token[token]) for place in places}
    has_whole_match = whole in share.values()
    weight = {
        place: sum(rarity[token] * hits.get(place, 0.0) for token, hits in hits_by_token.items())
        + _weight_of_phrase(texts[place], rarity, alike_by_token)
        for place in places
    }
    score = {place: weight[place] + TOGETHER * whole * _phrase_matches(tokens, texts[place]) for place in places}
    # Nor is a word a must if the rule that has every word has them only here and there.
    heaviest = max(places, key=lambda place: weight[place])
    is_a_must = _is_number_asked(needed) or (not is_story and (not has_whole_match or share[heaviest] == whole))
    if is_a_must:
        least_share = whole if has_whole_match else LEAST_SHARE * whole
        first = share
    else:
        least_share = LEAST_SHARE_OF_STORY * whole
        first = dict.fromkeys(places, 0.0)
    matches = [place for place in places if share[place] >= least_share]
    worth = score if len(tokens) == 1 else weight
    chosen = sorted(matches, key=lambda place: (-first[place], -worth[place], place))
    is_partly = not has_whole_match or any(_is_word(token) and token not in hits_by_token for token in telling)
    if are_common or is_partly or not is_a_must:
        chosen = chosen[:MOST_UNSURE]
    ranked = sorted(chosen, key=lambda place: (-first[place], -score[place], place))
    return Found(
        tuple(texts[place].key for place in ranked),
        is_partly=is_partly,
        is_cut=len(chosen) < len(matches),
    )


def _rarity(hits: Mapping[int, float], texts: tuple[Text, ...], alike: Mapping[str, float]) -> float:
    """The weight of a word by how few rules have it. A rule that only has a word like it counts less."""
    count = sum(
        max((alike[word] for word in alike if word in texts[place].words), default=1.0) for place in sorted(hits)
    )
    return log(1 + len(texts) / max(1.0, count))


def _is_number_asked(needed: Iterable[str]) -> bool:
    """Whether the query has the number of a rule."""
    return any("." in token for token in needed)


def _weight_of_phrase(
    searched: Text, rarity: Mapping[str, float], alike_by_token: Mapping[str, Mapping[str, float]]
) -> float:
    """The weight of the phrase of the rule that the query has most of."""
    best = 0.0
    for phrase in searched.phrase_words:
        common = 0.0
        matched = set()
        for token, weight in rarity.items():
            alike = alike_by_token[token]
            likenesses = [alike.get(word, 0.0) for word in phrase]
            closest = max(likenesses)
            if closest:
                common += weight * closest
                matched.add(likenesses.index(closest))
        best = max(best, IN_PHRASE * common * len(matched) / len(phrase))
    return best


def _needed(hits_by_token: Mapping[str, Mapping[int, float]], rule_count: int) -> tuple[tuple[str, ...], bool]:
    """The tokens that a rule must have, and whether all of these are common words.

    They are the rule numbers of the query if there are any; else its rare words; else its common words; else all
    tokens, which are then very short.
    """
    numbers = tuple(token for token in hits_by_token if "." in token)
    words = tuple(token for token in hits_by_token if _is_word(token))
    rare = tuple(token for token in words if len(hits_by_token[token]) <= COMMON * rule_count)
    needed = numbers or rare or words or tuple(hits_by_token)
    are_common = all(len(hits_by_token[token]) > COMMON * rule_count and token not in numbers for token in needed)
    return needed, are_common


def _is_word(token: str) -> bool:
    """Whether the token is long enough to mean something by itself."""
    return len(token) > 1


def _phrase_matches(tokens: tuple[str, ...], searched: Text) -> int:
    """The number of titles and phrases of the rule that equal the query; plus one if any contains it as adjacent words.

    A single word is never counted as contained.
    """
    phrase = f" {' '.join(tokens)} "
    contains_phrase = len(tokens) > 1 and phrase in searched.phrases
    return searched.phrases.count(f",{phrase},") + contains_phrase


def _tokens(written: str) -> tuple[str, ...]:
    """The words and rule numbers of a text, normalized for comparison.

    >>> _tokens("Rule 8.4b (3), the Opponent's 31")
    ('rule', '8.4.b.3', 'the', 'opponent', 's', '31')
    >>> _tokens("Didn't peg")
    ('did', 'not', 'peg')
    >>> _tokens("7 cards"), _tokens("rule 7")
    (('seven', 'cards'), ('rule', '7'))
    """
    with_number_words = _SO_MANY_CARDS.sub(lambda match: f"{_NUMBERS[match[2]][int(match[1]) - 1]} ", plain(written))
    without_contractions = _CONTRACTED.sub(" not", with_number_words)
    with_dotted_numbers = _LETTER_APART.sub(".", _BRACKETED.sub(r".\1", without_contractions))
    tokens = _TOKEN.findall(with_dotted_numbers)
    return tuple(".".join(_PART.findall(token)) if token[0].isdecimal() else token for token in tokens)


def _alike_words(token: str, texts: tuple[Text, ...], speech: Vocabulary) -> Mapping[str, float]:
    """The words of the texts that are like a word of the query, or mean the same thing, each with its likeness."""
    words = dict.fromkeys(word for searched in texts for word in searched.words)
    if token[0].isdecimal() or len(token) == 1:
        alike = {token: 1.0} if token in words and (token.isdecimal() or len(token) > 1) else {}
    else:
        alike = _alike(token, words, _likeness)
    for same, others in speech.same.items():
        # Another ending, but no other beginning: "pegged" is a form of "peg", "dealer" is none of "dealt".
        closeness = _likeness(token, same)
        if closeness < OTHER_ENDING:
            continue
        for other in others:
            for word, likeness in _alike(other, words, _likeness).items():
                if likeness >= OTHER_ENDING:
                    alike[word] = max(alike.get(word, 0.0), SAME_THING * closeness * likeness)
    if not alike and len(token) >= 6:
        return _alike(token, words, _likeness_with_a_slip)
    return alike


def _alike(token: str, words: Iterable[str], likeness: Callable[[str, str], float]) -> dict[str, float]:
    """The words that are like this one at all, each with its likeness."""
    return {word: closeness for word in words if (closeness := likeness(token, word))}


def _hits(
    token: str, tokens: tuple[str, ...], texts: tuple[Text, ...], alike: Mapping[str, float], *, is_number: bool
) -> Mapping[int, float]:
    """The weight of each text that matches a word or number of a query, by index: likeness times weight of the word.

    `is_number`: the token may be the number of a rule. Numbers of the edition asked weigh more. A number with a word
    before it, such as that of a guideline, counts only if the query has that word.
    """
    hits = {}
    asked_number = tuple(_PART.findall(token))
    for place, searched in enumerate(texts):
        weight = max((alike[word] * searched.words[word] for word in alike if word in searched.words), default=0.0)
        for rank, full_number in enumerate(searched.numbers if is_number else ()):
            number = full_number
            if number and number[0].isalpha():
                number = number[1:] if number[0] in tokens else ()
            if number[: len(asked_number)] == asked_number:
                is_exact = number == asked_number and (rank == 0 or len(asked_number) > 1)
                weight = max(weight, (THE_RULE_ITSELF if is_exact else A_PART_OF_IT) - rank)
        if weight:
            hits[place] = weight
    return hits


def _likeness(token: str, word: str) -> float:
    """The similarity of two words, from 0 to 1: they are equal, or have another ending, or have the same beginning.

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
    if long.startswith(short):
        ending = long.removeprefix(short)
        has_usual_length = len(short) >= 4 and len(ending) <= len(short)
        doubles_last_letter = ending[0] == short[-1] and len(ending) <= 4
        return OTHER_ENDING if ending == "s" or has_usual_length or doubles_last_letter else 0.0
    common_letters = _common_beginning(short, long)
    return ALIKE_BEGINNING if common_letters >= 4 and common_letters >= 0.6 * len(long) else 0.0


def _likeness_with_a_slip(token: str, word: str) -> float:
    """`ONE_SLIP` if the words differ only by one letter added, missing, wrong, or exchanged with the next; else 0.

    >>> [_likeness_with_a_slip(typed, "renege") for typed in ("reneg", "renegge", "renage", "rengee", "renown")]
    [0.4, 0.4, 0.4, 0.4, 0.0]
    """
    common_letters = _common_beginning(token, word)
    token_rest, word_rest = token[common_letters:], word[common_letters:]
    if not token_rest or not word_rest:
        return ONE_SLIP if abs(len(token) - len(word)) <= 1 else 0.0
    is_added = token_rest[1:] == word_rest
    is_wrong = token_rest[1:] == word_rest[1:]
    is_missing = token_rest == word_rest[1:]
    is_exchanged = token_rest == word_rest[1::-1] + word_rest[2:]
    return ONE_SLIP if is_added or is_wrong or is_missing or is_exchanged else 0.0


def _common_beginning(first: str, second: str) -> int:
    """The number of letters that both words have in common at the beginning."""
    pairs = enumerate(zip(first, second, strict=False))
    return next((place for place, (letter, other) in pairs if letter != other), min(len(first), len(second)))
