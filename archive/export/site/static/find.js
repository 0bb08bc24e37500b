// The search of a site on a disk. A page from there may fetch nothing, so the parts of the index are
// programs: each hands over what it has to `arrived`. Words are cut as archive/search/segment.py cuts them.
"use strict";
const AT_ONCE = 20;
const AROUND = 120; // characters of a passage
const BEGINS = 3; // letters, from which on a word also stands for those that begin with it
const TOKEN = /(?:(?<!\S)(-(?!-)|~))?(?:"([^"]*)"?|([^\s"]*[^\s"*]))(\*?)/gu;
const OPERATORS = ["AND", "OR", "NOT", "|"];
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
async function postsWith(word, begins, rules, cut) {
  const chinese = cut.isChinese(word);
  const [first, second] = chinese ? [word] : [...word];
  const number = (first.codePointAt(0) * 31 + (second?.codePointAt(0) ?? 0)) % rules.parts;
  const part = new Map(Object.entries(await load(String(number))));
  const open = chinese ? [...word].length === 1 : begins || word.length >= BEGINS;
  const found = new Set();
  for (const each of open ? [...part.keys()].filter((key) => key.startsWith(word)) : [word]) {
    let post = 0;
    for (const step of part.get(each) ?? []) found.add(post += step);
  }
  return found;
}

const inAll = (sets) => sets.reduce((some, other) => new Set([...some].filter((post) => other.has(post))));
const inAny = (sets) => new Set(sets.flatMap((some) => [...some]));

// What is typed, as archive/search/query.py reads it: groups of terms, of each of which one has to be
// there, and terms that must not. The index knows no order: a phrase is its words, and ~ says nothing.
function asked(query, cut) {
  const [groups, without] = [[], []];
  let operator = "";
  for (const [, sign, phrase, word, star] of query.normalize("NFKC").replace(/[“”„]/gu, '"').matchAll(TOKEN)) {
    const text = phrase ?? word;
    const term = { text, words: cut.words(text), begins: Boolean(star) };
    if (!sign && OPERATORS.includes(word)) {
      operator = word;
      continue;
    }
    if (term.words.length) {
      if (sign === "-" || operator === "NOT") without.push(term);
      else if (["OR", "|"].includes(operator) && groups.length) groups.at(-1).push(term);
      else groups.push([term]);
    }
    operator = "";
  }
  return { groups, without };
}

// Numbers of posts: those with a word in the title first, and the newest of them.
async function find({ groups, without }, rules, posts, cut) {
  if (!groups.length) return [];
  const having = async ({ words, begins }) => inAll(await Promise.all(
    words.map((word, at) => postsWith(word, begins && at === words.length - 1, rules, cut))));
  const any = async (terms) => inAny(await Promise.all(terms.map(having)));
  const unwanted = await any(without);
  const found = [...inAll(await Promise.all(groups.map(any)))].filter((post) => !unwanted.has(post));
  const named = new Map(found.map((post) => {
    const title = new Set(cut.words(posts[post][1]));
    const isNamed = (terms) => terms.some((term) => term.words.every((word) => title.has(word)));
    return [post, groups.filter(isNamed).length];
  }));
  return found.sort((one, other) => named.get(other) - named.get(one)
    || posts[other][4].localeCompare(posts[one][4]) || one - other);
}

// What of a text was looked for: a phrase, and else its words.
function marking({ groups }) {
  const texts = groups.flat().flatMap(({ text }) => {
    const words = text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word))
      .map((word) => word.replace(/[.*+?^${}()|[\]\\\/]/gu, "\\$&"));
    return [words.join("\\s+"), ...words];
  });
  return new RegExp(texts.join("|") || "(?!)", "giu");
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
  const pattern = marking(terms);
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
