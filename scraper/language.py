"""The language of a text, from the text: what a site claims is often its template's."""

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

#: What technical blogs are written in. Of the 97 that py3langid knows, the others are only mistakes.
LANGUAGES = ("zh", "en", "ja", "ko", "de", "fr", "es", "pt", "it", "ru")
#: Characters; more of a post does not change the answer.
ENOUGH = 20_000
#: Below, the text is a few names and numbers.
LEAST_CONFIDENCE = 0.5
LETTER = re.compile(r"[^\W\d_]")


@cache
def identifier() -> "LanguageIdentifier":
    """The model, loaded once, when it is first needed: with numpy it takes a second."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    model = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    model.set_languages(list(LANGUAGES))
    return model


def language_of(text: str) -> str | None:
    """The ISO 639-1 code of the language that prose is in (give it without code), or None."""
    if not LETTER.search(text):
        return None
    language, confidence = identifier().classify(text[:ENOUGH])
    return str(language) if confidence >= LEAST_CONFIDENCE else None
