"""Characters as MathML has them → the TeX commands that make them (LaTeX and AMS names)."""

import re
from collections.abc import Iterable

from scraper.body.tree import words

# pairs of character and command, the way people write them: ≤ is \le, not \leq
_PAIRS = r"""
α \alpha β \beta γ \gamma δ \delta ϵ \epsilon ε \varepsilon ζ \zeta η \eta θ \theta ϑ \vartheta ι \iota
κ \kappa λ \lambda μ \mu ν \nu ξ \xi π \pi ϖ \varpi ρ \rho ϱ \varrho σ \sigma ς \varsigma τ \tau υ \upsilon
ϕ \phi φ \varphi χ \chi ψ \psi ω \omega Γ \Gamma Δ \Delta Θ \Theta Λ \Lambda Ξ \Xi Π \Pi Σ \Sigma
Υ \Upsilon Φ \Phi Ψ \Psi Ω \Omega ℏ \hbar ℓ \ell ℘ \wp ℜ \Re ℑ \Im ℵ \aleph ∂ \partial ∇ \nabla ∞ \infty
∅ \emptyset ∀ \forall ∃ \exists ∄ \nexists ¬ \neg ⊤ \top ⊥ \perp ∠ \angle △ \triangle □ \square
± \pm ∓ \mp × \times ÷ \div ⋅ \cdot · \cdot ∗ * ⋆ \star ∘ \circ ∙ \bullet • \bullet ∩ \cap ∪ \cup ⊎ \uplus
∧ \wedge ∨ \vee ∖ \setminus ⊕ \oplus ⊖ \ominus ⊗ \otimes ⊘ \oslash ⊙ \odot † \dagger ‡ \ddagger
≤ \le ≥ \ge ⩽ \leqslant ⩾ \geqslant ≠ \ne ≈ \approx ≡ \equiv ∼ \sim ≃ \simeq ≅ \cong ∝ \propto ≪ \ll ≫ \gg
≺ \prec ≻ \succ ⪯ \preceq ⪰ \succeq ≜ \triangleq ≐ \doteq ∈ \in ∉ \notin ∋ \ni ⊂ \subset ⊃ \supset
⊆ \subseteq ⊇ \supseteq ⊊ \subsetneq ∣ \mid ∥ \parallel ⊢ \vdash ⊨ \models ⊣ \dashv ≲ \lesssim ≳ \gtrsim
← \leftarrow → \to ↔ \leftrightarrow ⇐ \Leftarrow ⇒ \Rightarrow ⇔ \Leftrightarrow ↑ \uparrow ↓ \downarrow
⟵ \longleftarrow ⟶ \longrightarrow ⟷ \longleftrightarrow ⟸ \Longleftarrow ⟹ \implies ⟺ \iff ↦ \mapsto
⟼ \longmapsto ↪ \hookrightarrow ↩ \hookleftarrow ↗ \nearrow ↘ \searrow ⇌ \rightleftharpoons ⇝ \leadsto
∑ \sum ∏ \prod ∐ \coprod ∫ \int ∬ \iint ∭ \iiint ∮ \oint ⋂ \bigcap ⋃ \bigcup ⋀ \bigwedge ⋁ \bigvee
⨁ \bigoplus ⨂ \bigotimes √ \surd
… \dots ⋯ \cdots ⋮ \vdots ⋱ \ddots ′ ' ″ '' ‴ ''' ° ^\circ ∴ \therefore ∵ \because
⟨ \langle ⟩ \rangle ⌊ \lfloor ⌋ \rfloor ⌈ \lceil ⌉ \rceil ‖ \| ∥ \| − - ∶ : ≔ := { \{ } \} % \% & \& # \# $ \$ _ \_
✓ \checkmark ★ \bigstar ♠ \spadesuit ♥ \heartsuit ♯ \sharp ♭ \flat ð \eth ı \imath ȷ \jmath
"""
_WORDS = _PAIRS.split()
COMMANDS: dict[str, str] = dict(zip(_WORDS[::2], _WORDS[1::2], strict=True)) | {
    "\u2061": "",  # "apply the function": said by the function's name
    "\u2062": "",  # invisible times
    "\u2063": "",  # invisible comma
    "\u2064": "",  # invisible plus
    "\u200b": "",
    "\xa0": "\\ ",
}

FUNCTIONS = words(
    "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log"
    " max min Pr sec sin sinh sup tan tanh injlim projlim"
)

# What stands over (first) or under a base as an accent; wide where the sign stretches
OVER = {
    "^": ("\\hat", "\\widehat"), "ˆ": ("\\hat", "\\widehat"), "~": ("\\tilde", "\\widetilde"),
    "˜": ("\\tilde", "\\widetilde"), "¯": ("\\bar", "\\overline"), "ˉ": ("\\bar", "\\overline"), "‾": ("\\bar", "\\overline"),
    "―": ("\\bar", "\\overline"), "→": ("\\vec", "\\overrightarrow"),
    "⃗": ("\\vec", "\\overrightarrow"), "˙": ("\\dot", "\\dot"), "¨": ("\\ddot", "\\ddot"),
    ".": ("\\dot", "\\dot"), "..": ("\\ddot", "\\ddot"), "ˇ": ("\\check", "\\check"),
    "˘": ("\\breve", "\\breve"), "´": ("\\acute", "\\acute"), "ˊ": ("\\acute", "\\acute"), "ˋ": ("\\grave", "\\grave"), "`": ("\\grave", "\\grave"),
    "⏞": ("\\overbrace", "\\overbrace"), "←": ("\\overleftarrow", "\\overleftarrow"),
}  # fmt: skip
UNDER = {
    "_": "\\underline",
    "―": "\\underline",
    "‾": "\\underline",
    "¯": "\\underline",
    "⏟": "\\underbrace",
}

VARIANTS = {
    "double-struck": "\\mathbb", "bold": "\\mathbf", "script": "\\mathcal", "bold-script": "\\mathcal",
    "-tex-calligraphic": "\\mathcal", "-tex-bold-calligraphic": "\\mathcal", "fraktur": "\\mathfrak",
    "bold-fraktur": "\\mathfrak", "sans-serif": "\\mathsf", "bold-sans-serif": "\\mathsf",
    "monospace": "\\mathtt", "bold-italic": "\\boldsymbol", "-tex-mathit": "\\mathit",
}  # fmt: skip

# widths in em → space commands
SPACES = {
    0.167: "\\,",
    0.222: "\\:",
    0.278: "\\;",
    0.5: "\\enspace ",
    1.0: "\\quad ",
    2.0: "\\qquad ",
    -0.167: "\\!",
}

_ENDS_IN_COMMAND = re.compile(r"\\[A-Za-z]+\Z")
_LONGEST = 24  # characters of a command


def joined(parts: Iterable[str]) -> str:
    """Parts of a formula in a row; a command does not run into a letter."""
    out = ""
    for part in parts:
        if part[:1].isalpha() and _ENDS_IN_COMMAND.search(out[-_LONGEST:]):
            out += " "
        out += part
    return out
