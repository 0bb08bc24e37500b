// The search of a site on a disk. A page from there may fetch nothing, so the parts of the index are
// programs: each hands over what it has to `arrived`. Words are cut as archive/search/segment.py cuts them.
"use strict";
const AT_ONCE = 20;
const AROUND = 120; // characters of a passage
const BEGINS = 3; // letters, from which on a word also stands for those that begin with it
const loads = new Map();

function load(name) {
  if (!loads.has(name)) {
    const one = {};
    one.promise = new Promise((resolve, reject) => { Object.assign(one, { resolve, reject }); });
    loads.set(name, one);
    const script = document.createElement("script");
    script.src = `search/${name}.js`;
    script.onerror = () => one.reject(new Error(`search/${name}.js is missing`));
    document.head.append(script);
  }
  return loads.get(name).promise;
}

function arrived(name, data) {
  loads.get(name).resolve(data);
}

function cutting(rules) {
  const [run, invisible, symbols, suffix] = ["run", "invisible", "symbols", "suffix"]
    .map((name) => new RegExp(rules[name], "gu"));
  const one = new RegExp(`^${rules.run}`, "u");
  const word = new RegExp(`[\\p{L}\\p{N}${Object.values(rules.suffixes).join("")}]+`, "gu");
  // Pairs of a run of Chinese; its last character alone only if there is no other.
  const pairs = (text) => {
    const letters = [...text];
    return letters.length < 2 ? ` ${text} ` : ` ${letters.slice(1).map((next, at) => letters[at] + next).join(" ")} `;
  };
  return {
    isChinese: (text) => one.test(text),
    words: (text) => text.replace(invisible, "").replace(symbols, " ").toLowerCase().normalize("NFKC").toLowerCase()
      .replace(suffix, (_, letter, sign) => `${letter} ${rules.suffixes[sign]} `)
      .replace(run, pairs).match(word) ?? [],
  };
}

// The numbers of the posts that have a word, or one that begins with it.
async function postsWith(word, rules, cut) {
  const chinese = cut.isChinese(word);
  const [first, second] = chinese ? [word] : [...word];
  const number = (first.codePointAt(0) * 31 + (second?.codePointAt(0) ?? 0)) % rules.parts;
  const part = new Map(Object.entries(await load(String(number))));
  const open = chinese ? [...word].length === 1 : word.length >= BEGINS;
  const found = new Set();
  for (const each of open ? [...part.keys()].filter((key) => key.startsWith(word)) : [word]) {
    let post = 0;
    for (const step of part.get(each) ?? []) found.add(post += step);
  }
  return found;
}

async function postsWithAll(words, rules, cut) {
  const sets = await Promise.all(words.map((word) => postsWith(word, rules, cut)));
  return sets.reduce((some, other) => new Set([...some].filter((post) => other.has(post))));
}

function asked(query, cut) {
  const terms = query.trim().split(/\s+/u).map((typed) => {
    const without = /^-[^-]/u.test(typed);
    const text = without ? typed.slice(1) : typed;
    return { text, without, words: cut.words(text) };
  });
  return terms.filter((term) => term.words.length);
}

// Numbers of posts: those with a word in the title first, and the newest of them.
async function find(terms, rules, posts, cut) {
  const wanted = terms.filter((term) => !term.without);
  if (!wanted.length) return [];
  let found = await postsWithAll(wanted.flatMap((term) => term.words), rules, cut);
  for (const term of terms.filter((each) => each.without)) {
    const without = await postsWithAll(term.words, rules, cut);
    found = new Set([...found].filter((post) => !without.has(post)));
  }
  const named = new Map([...found].map((post) => {
    const title = new Set(cut.words(posts[post][1]));
    return [post, wanted.filter((term) => term.words.every((word) => title.has(word))).length];
  }));
  return [...found].sort((one, other) => named.get(other) - named.get(one)
    || posts[other][4].localeCompare(posts[one][4]) || one - other);
}

// A text in an element, with what was looked for marked.
function marked(element, text, pattern) {
  let end = 0;
  for (const place of text.matchAll(pattern)) {
    const mark = document.createElement("mark");
    mark.textContent = place[0];
    element.append(text.slice(end, place.index), mark);
    end = place.index + place[0].length;
  }
  element.append(text.slice(end));
  return element;
}

function passage(text, pattern) {
  const first = Math.max(text.search(pattern) - AROUND / 4, 0);
  const shown = text.slice(first, first + AROUND).replace(/\s+/gu, " ");
  return (first ? "…" : "") + shown + (first + AROUND < text.length ? "…" : "");
}

function hit([digits, title, author, platform, day], pattern) {
  const shown = document.createElement("li");
  const link = Object.assign(document.createElement("a"), { href: `posts/${digits}.html` });
  const heading = document.createElement("h2");
  heading.append(marked(link, title, pattern));
  const snippet = Object.assign(document.createElement("p"), { className: "snippet" });
  const facts = Object.assign(document.createElement("p"), { className: "facts" });
  for (const fact of [author, platform, day].filter(Boolean)) {
    facts.append(Object.assign(document.createElement("span"), { textContent: fact }));
  }
  shown.append(heading, snippet, facts);
  load(`texts/${digits}`).then((text) => marked(snippet, passage(text, pattern), pattern));
  return shown;
}

async function answer(query) {
  const [rules, posts] = await Promise.all([load("rules"), load("posts")]);
  const cut = cutting(rules);
  const terms = asked(query, cut);
  const found = await find(terms, rules, posts, cut);
  const texts = terms.filter((term) => !term.without)
    .map((term) => term.text.replace(/[.*+?^${}()|[\]\\\/-]/gu, "\\$&"));
  const pattern = new RegExp(texts.join("|") || "(?!)", "giu");
  const more = document.getElementById("more");
  const showMore = () => {
    const next = found.splice(0, AT_ONCE).map((post) => hit(posts[post], pattern));
    document.getElementById("hits").append(...next);
    more.hidden = !found.length;
  };
  document.getElementById("found").textContent = `${found.length} post${found.length === 1 ? "" : "s"}`;
  more.addEventListener("click", showMore);
  showMore();
}

const query = new URLSearchParams(location.search).get("q") ?? "";
document.getElementById("q").value = query;
if (query.trim()) {
  answer(query).catch((error) => { document.getElementById("found").textContent = error.message; });
}
