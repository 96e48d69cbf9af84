"""What every template promises: one frame, words that can be translated, and nothing that the site's policy forbids."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from hall.tests.sources import APPS, ROOT, TEMPLATES, templates
from tournaments.tests.cases import for_all

WHOLE = [path for path in templates() if path.suffix in {".html", ".txt"}]

# What stands alone: it is shown when anything may be broken, or is a mail.
FRAMELESS = {
    "500.html",
    "503.html",
    "broken.html",
    "registration/password_reset_email.html",
    "registration/password_reset_subject.txt",
}
# Names that are the same in every language; those of keys, in <kbd>, are too.
UNTRANSLATED = {"ACC", "Pegboard", "GET", "POST", "PUT", "PATCH", "DELETE"}
SPOKEN_ATTRIBUTES = {"alt", "aria-description", "aria-label", "aria-roledescription", "aria-valuetext", "label"}
SPOKEN_ATTRIBUTES |= {
    "placeholder",
    "title",
    "data-failed",
    "data-key-label",
    "data-live",
    "data-offline",
    "data-stale",
}
OWN_HOSTS = {"127.0.0.1", "localhost", "testserver", "www.w3.org"}
# Where browsers have notices left for them: nothing is fetched there, and only what somebody asked for is sent.
OWN_HOSTS |= {"fcm.googleapis.com"}
EXAMPLE_HOSTS = re.compile(r"(.*\.)?example(\.(com|net|org))?")


def name_of(path: Path) -> str:
    return path.relative_to(TEMPLATES).as_posix()


def text_of(path: Path) -> str:
    """The template without its comments."""
    text = path.read_text(encoding="utf-8")
    text = re.sub(r"{%\s*comment.*?endcomment\s*%}", "", text, flags=re.DOTALL)
    return re.sub(r"{#.*?#}", "", text)


def without_tags(text: str) -> str:
    """The HTML alone: translated blocks and names of classes gone, `{{ … }}` a blank, `{% … %}` nothing."""
    text = re.sub(r"{%\s*block (main_class|body_class|html_attrs)\b.*?{%\s*endblock.*?%}", "", text, flags=re.DOTALL)
    text = re.sub(r"{%\s*blocktrans(late)?\b.*?{%\s*endblocktrans(late)?\s*%}", "", text, flags=re.DOTALL)
    text = re.sub(r"{{.*?}}", " ", text, flags=re.DOTALL)
    return re.sub(r"{%.*?%}", "", text, flags=re.DOTALL)


class Reader(HTMLParser):
    """Gathers what people read or hear, and every attribute."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.spoken: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.in_key = False
        self.feed(without_tags(text))
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.in_key = tag == "kbd"
        self.tags.append((tag, dict(attrs)))
        self.spoken += [value for name, value in attrs if name in SPOKEN_ATTRIBUTES and value]

    def handle_endtag(self, tag: str) -> None:
        self.in_key = False

    def handle_data(self, data: str) -> None:
        if not self.in_key:
            self.spoken.append(data)


def parents(path: Path) -> list[str]:
    return re.findall(r"""{%\s*extends\s+["']([^"']+)["']""", text_of(path))


def is_framed(path: Path) -> bool:
    found = parents(path)
    return bool(found) and (found[0] == "base.html" or is_framed(TEMPLATES / found[0]))


def included() -> set[str]:
    """Every template that another one includes, or a template tag renders."""
    found = {name for path in WHOLE for name in re.findall(r"""{%\s*include\s+["']([^"'#]+)""", text_of(path))}
    for app in APPS:
        for path in (ROOT / app / "templatetags").glob("*.py"):
            found |= set(re.findall(r"""["']([\w/]+\.html)["']""", path.read_text(encoding="utf-8")))
    return found


LONGEST = 160
TAG_OR_SENTENCE = r"{%(?:(?!%}).)*%}|{% blocktranslate(?:(?!endblocktranslate).)*{% endblocktranslate %}"
# Django reads a tag on one line alone, and what a translated block says is its msgid, blanks and all.
CANNOT_BE_BROKEN = re.compile(rf"\s*>?(?:</?\w+>)*(?:{TAG_OR_SENTENCE})(?:</\w+>)*(?:</\w+)?")


each_template = for_all("path", [pytest.param(path, id=name_of(path)) for path in WHOLE])


def test_a_page_stands_in_the_one_frame() -> None:
    pieces = included() | {name_of(path) for path in WHOLE if name_of(path).startswith("includes/")}
    alone = {name_of(path) for path in WHOLE if not is_framed(path)} - pieces - {"base.html"}

    assert alone == FRAMELESS


@each_template
def test_every_word_can_be_translated(path: Path) -> None:
    text = text_of(path)

    bare = {
        word
        for spoken in Reader(text).spoken
        for word in re.findall(r"[^\W\d_]{2,}", spoken)
        if word not in UNTRANSLATED
    }

    assert bare == set()


@each_template
def test_no_script_and_no_style_stands_in_a_page(path: Path) -> None:
    wrong = [
        f"<{tag} {name}>"
        for tag, attributes in Reader(text_of(path)).tags
        for name in attributes
        if name == "style" or name.startswith(("on", "hx-on", "hx-vals-js"))
    ]
    wrong += [
        f"<{tag}>" for tag, attributes in Reader(text_of(path)).tags if tag == "script" and "src" not in attributes
    ]
    wrong += [f"<{tag}>" for tag, _attributes in Reader(text_of(path)).tags if tag == "style"]

    assert wrong == []
    assert "javascript:" not in text_of(path)


@each_template
def test_no_value_is_put_into_a_page_unescaped_but_what_django_made(path: Path) -> None:
    unescaped = set(re.findall(r"{{\s*([^}|]+?)\s*\|[^}]*\bsafe\b", text_of(path)))

    assert unescaped <= {"field.help_text"}


@each_template
def test_a_line_can_be_reviewed(path: Path) -> None:
    """None is longer than 160, but for one that is a single tag or translated block, with the bare HTML tags that touch it."""
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)

    long = [number for number, line in lines if len(line) > LONGEST and not CANNOT_BE_BROKEN.fullmatch(line)]

    assert long == []


def test_nothing_is_fetched_from_another_host() -> None:
    sources = [ROOT / "run.py", ROOT / "conftest.py"]
    sources += [path for folder in ("templates", "static") for path in (ROOT / folder).rglob("*") if path.is_file()]
    sources += [path for app in APPS for path in (ROOT / app).rglob("*.py")]
    found: dict[str, set[str]] = {}
    for path in sources:
        if path.suffix in {".woff2", ".png", ".ico"} or path.name.startswith("LICENSE"):
            continue
        text = path.read_text(encoding="utf-8")
        hosts = set(re.findall(r"(?:https?|wss?):/{2}([A-Za-z0-9][\w.-]*)", text))
        if path.suffix in {".html", ".css", ".js", ".svg"}:
            hosts |= set(re.findall(r"""(?:["'(]|url\()//([\w.-]+\.\w+)""", text))
        if foreign := {host for host in hosts - OWN_HOSTS if not EXAMPLE_HOSTS.fullmatch(host)}:
            found[path.relative_to(ROOT).as_posix()] = foreign

    assert found == {}
