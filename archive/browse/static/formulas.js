// Formulas come as their source, are set when they come near to sight, and stay as they are where KaTeX
// cannot set them or the browser could not lay them out.
"use strict";
// Of 1,402 formulas of real posts the longest has 1,473 characters, the largest 2,702 elements, and the
// deepest 55 of them in each other. Chromium takes seconds to lay out 300 so, and crashes at a thousand.
const LONGEST = 4000;
const LARGEST = 8000;
const TOO_DEEP = Array(101).fill("*").join(">");
// A definition of a thousand characters that is used a thousand times is a formula of a million.
const DEFINES = /\\(?:[egx]?def|(?:future)?let|(?:re)?newcommand|providecommand)(?![A-Za-z])/;
const LONGEST_DEFINING = 500;
const AT_ONCE = 25; // milliseconds of setting, then the page is laid out
const PRINTING = 1500; // milliseconds that a print may wait for the formulas not seen yet
const options = {throwOnError: true, maxSize: 50, strict: "ignore", trust: false};
const waiting = new Set(document.querySelectorAll(".math"));
const sight = new IntersectionObserver(setSome, {rootMargin: "100%"});

function setSome(entries) {
  const pause = performance.now() + AT_ONCE;
  for (const {isIntersecting, target} of entries) {
    if (!isIntersecting) continue;
    sight.unobserve(target);
    if (performance.now() < pause) set(target);
    else sight.observe(target); // which tells of it again, after the page was laid out
  }
}

function set(formula) {
  waiting.delete(formula);
  const source = formula.textContent;
  const [longest, maxExpand] = DEFINES.test(source) ? [LONGEST_DEFINING, 100] : [LONGEST, 500];
  if (source.length > longest) return;
  const displayMode = formula.classList.contains("block");
  const drawn = document.createElement("span");
  try {
    katex.render(source, drawn, {...options, maxExpand, displayMode});
  } catch (error) {
    formula.classList.add("unset");
    return;
  }
  if (drawn.getElementsByTagName("*").length > LARGEST || drawn.querySelector(TOO_DEEP)) return;
  formula.replaceChildren(...drawn.childNodes);
  formula.title = source;
}

for (const formula of waiting) sight.observe(formula);
addEventListener("beforeprint", () => {
  const deadline = performance.now() + PRINTING;
  for (const formula of waiting) if (performance.now() < deadline) set(formula);
});
