// Results by keyboard: "j" and "k" go to the next and the one before, Enter opens it; Tab works as ever.
"use strict";
const results = [...document.querySelectorAll(".hits h2 a")];
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, textarea, select");
  const step = { j: 1, k: -1 }[event.key];
  if (!step || typing || !results.length || event.ctrlKey || event.metaKey || event.altKey) return;
  const now = results.indexOf(document.activeElement);
  results[Math.min(Math.max(now + step, 0), results.length - 1)].focus();
});
