"""The catalogs of `config/locale/`: complete, well formed, compiled, and made of the sentences that the sources hold today."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.utils.translation import to_locale

from config import catalogs
from hall.tests import servers

LOCALES = [to_locale(code) for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
APPS = ("tournaments", "scorecards", "brackets", "judging", "clubs", "hall", "config", "templates")
TAG = re.compile(r"</?\w+[^>]*>|&\w+;")
NO_BREAK = "&nbsp;"
VALUE = re.compile(r"%\((\w+)\)[-+#0-9.]*[a-z]|\{(\w*)\}")


def catalog(locale: str) -> polib.POFile:
    return polib.pofile(str(path_of(locale)))


def path_of(locale: str) -> Path:
    return Path(settings.LOCALE_PATHS[0]) / locale / "LC_MESSAGES" / "django.po"


def said(entry: polib.POEntry) -> list[tuple[str, str]]:
    """Each translation with the English that it is of: of a plural, the first form may be like either."""
    if not entry.msgid_plural:
        return [(entry.msgid, entry.msgstr)]
    forms = entry.msgstr_plural
    one = entry.msgid if tags(forms[0]) == tags(entry.msgid) else entry.msgid_plural
    return [(one, forms[0]), *((entry.msgid_plural, forms[place]) for place in list(forms)[1:])]


def tags(text: str) -> Counter[str]:
    return Counter(tag for tag in TAG.findall(text) if tag != NO_BREAK)


def test_there_is_a_catalog_of_every_language_but_our_own() -> None:
    assert LOCALES == ["fr_CA", "es"]


@pytest.mark.parametrize("locale", LOCALES)
def test_every_sentence_is_translated(locale: str) -> None:
    waiting = [entry.msgid for entry in catalog(locale) if not entry.translated() or entry.fuzzy]

    assert len(catalog(locale)) > 4000
    assert waiting == []


@pytest.mark.parametrize("locale", LOCALES)
def test_a_translation_has_the_tags_and_no_other_values_than_its_sentence(locale: str) -> None:
    wrong = [
        translated
        for entry in catalog(locale)
        for english, translated in said(entry)
        if tags(english) != tags(translated)
        or not set(VALUE.findall(translated)) <= set(VALUE.findall(entry.msgid + entry.msgid_plural))
        # A French colon brings its own blank, which never breaks.
        or (english[:1] in {" ", "\n"}) != (translated[:1] in {" ", "\n"})
        or (english[-1:] in {" ", "\n"}) != (translated[-1:] in {" ", "\n"})
    ]

    assert wrong == []


def test_a_catalog_that_changed_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "es" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    monkeypatch.setattr(catalogs, "LOCALE", tmp_path)
    for said in ("Mesa", "Tablero"):
        (folder / "django.po").write_text(f'msgid "Table"\nmsgstr "{said}"\n', encoding="utf-8")
        os.utime(folder / "django.po", (time.time() + 10, time.time() + 10))

        catalogs.compile_changed()

        [compiled] = polib.mofile(str(folder / "django.mo"))
        assert (compiled.msgid, compiled.msgstr) == ("Table", said)
    assert sorted(path.name for path in folder.iterdir()) == ["django.mo", "django.po"]


def test_no_sentence_is_asked_for_inside_another_string() -> None:
    """What reads the sources does not look into f-strings: such a sentence would be in no catalog."""
    asking = {"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "pgettext"}
    inside = [
        f"{path.relative_to(settings.BASE_DIR)}:{text.lineno}"
        for app in APPS
        for path in (settings.BASE_DIR / app).rglob("*.py")
        if "tests" not in path.parts
        for text in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(text, ast.JoinedStr)
        and any(isinstance(one, ast.Call) and getattr(one.func, "id", "") in asking for one in ast.walk(text))
    ]

    assert inside == []


@pytest.fixture
def xgettext() -> str:
    return servers.find_xgettext()


def test_the_catalogs_hold_the_sentences_of_the_sources(tmp_path: Path, xgettext: str) -> None:
    for app in APPS:
        shutil.copytree(settings.BASE_DIR / app, tmp_path / app, ignore=shutil.ignore_patterns("__pycache__", "*.mo"))
    for name in ("manage.py", "CHANGELOG.md"):
        shutil.copy(settings.BASE_DIR / name, tmp_path)
    found = {locale: {(one.msgctxt, one.msgid, one.msgid_plural) for one in catalog(locale)} for locale in LOCALES}

    subprocess.run([sys.executable, "manage.py", "makemessages", "-v0"], cwd=tmp_path, check=True)

    for locale, before in found.items():
        read = polib.pofile(str(tmp_path / path_of(locale).relative_to(settings.BASE_DIR)))
        assert {(one.msgctxt, one.msgid, one.msgid_plural) for one in read} == before, "python manage.py makemessages"
