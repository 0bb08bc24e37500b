"""The language of a code block, from whatever a highlighter left of it."""

import re
from collections.abc import Iterable

from scraper.body.tree import words

# What says "no language", or that the highlighter guesses
_NONE = words(
    "text plaintext plain txt none null undefined nohighlight no-highlight auto unknown code "
    "highlight hljs raw ascii default other clike"
)
ALIASES = {
    "py": "python", "python3": "python", "ipython3": "python", "js": "javascript", "ts": "typescript",
    "shell": "bash", "sh": "bash", "zsh": "bash", "c++": "cpp", "cc": "cpp", "cs": "csharp",
    "c#": "csharp", "yml": "yaml", "md": "markdown", "golang": "go", "rb": "ruby", "rs": "rust",
    "kt": "kotlin", "docker": "dockerfile", "objectivec": "objc", "objective-c": "objc",
    "text-html-basic": "html", "text-xml": "xml", "text-html-erb": "erb", "source-c++": "cpp",
    "batchfile": "bat", "viml": "vim", "ps1": "powershell", "tex": "latex", "text-tex-latex": "latex",
    "proto": "protobuf", "jscript": "javascript", "cpp-html": "cpp",
}  # fmt: skip
# Bare class names that are taken for a language where a highlighter writes them so
_BARE = words(
    "actionscript apache applescript arduino asm assembly awk bash basic bat batch bibtex c "
    "clojure cmake cobol coffeescript console cpp csharp css csv cuda d dart delphi diff "
    "dockerfile dos elixir elm erb erlang excel fortran fsharp gdscript git glsl go gradle "
    "graphql groovy haml handlebars haskell hcl hlsl html http ini java javascript jinja jinja2 "
    "json json5 jsonc jsx julia kotlin kql latex less lisp llvm log lua makefile markdown "
    "mathematica matlab mermaid mips mysql nasm nginx nim nix objc ocaml pascal perl perl6 pgsql "
    "php plsql powershell prolog properties protobuf puppet python python-repl r racket ruby rust "
    "sas sass scala scheme scss shell-session smali solidity sql stan svelte svg swift "
    "systemverilog tcl terraform thrift toml tsx twig typescript vb vba vbnet vbscript verilog "
    "vhdl vim vue wasm x86asm xml yaml zig"
)
_NAMED = re.compile(
    r"(?:^|\s)(?:(?:language|lang|highlight-source|brush)[-:_]\s*|highlight-(?=text-)|code-snippet__"
    r"(?!fix|line|github|nowrap)|bg_|dp-(?!highlighter|c\b)|sourceCode\s+(?=\S))(?P<name>[\w+#.-]+)"
)
_LABEL = re.compile(r"(?:代码语言|Language)\s*[:：]\s*([\w+#.-]+)")


def canonical(name: str) -> str:
    """The one name of a language, lower case; empty for "plain text" and its like."""
    name = name.strip().strip("{}.,:").lower()
    name = ALIASES.get(name, name)
    return "" if name in _NONE or not re.fullmatch(r"[a-z0-9][\w+#.-]{0,39}", name) else name


def from_classes(attributes: Iterable[str]) -> str:
    """The language that class attributes name, the nearest to the code first."""
    attributes = list(attributes)
    for attribute in attributes:
        for found in _NAMED.finditer(attribute):
            if name := canonical(found["name"]):
                return name
            return ""  # it says that there is none: no guess then
    for attribute in attributes:
        for token in attribute.split():
            if canonical(token) in _BARE:
                return canonical(token)
    return ""


def from_label(text: str) -> str:
    """The language that a caption over the code names: "代码语言：python", or nothing but the name."""
    if found := _LABEL.search(text):
        return canonical(found[1])
    name = canonical(text)
    return name if name in _BARE else ""
