// Formulas come as their source, and stay so where KaTeX cannot set them or there are too many.
"use strict";
const MOST = 3000; // formulas of a post; the deadline may end their setting before
const LONGEST = 8000; // characters of one
// A definition of a thousand characters that is used a thousand times is a formula of a million.
const DEFINES = /\\(?:[egx]?def|(?:future)?let|(?:re)?newcommand|providecommand)(?![A-Za-z])/;
const LONGEST_DEFINING = 500;
const options = {throwOnError: true, maxSize: 50, strict: "ignore", trust: false};
const formulas = [...document.querySelectorAll(".math")].slice(0, MOST);
const deadline = performance.now() + 1500;
for (const formula of formulas) {
  const source = formula.textContent;
  const [longest, maxExpand] = DEFINES.test(source) ? [LONGEST_DEFINING, 100] : [LONGEST, 500];
  if (source.length > longest || performance.now() > deadline) continue;
  const displayMode = formula.classList.contains("block");
  try {
    const set = document.createElement("span");
    katex.render(source, set, {...options, maxExpand, displayMode});
    formula.replaceChildren(...set.childNodes);
    formula.title = source;
  } catch (error) {
    formula.classList.add("unset");
  }
}
