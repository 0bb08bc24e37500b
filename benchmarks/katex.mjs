// Renders TeX as KaTeX shows it. Reads a JSON array of {tex, display} from standard input and writes an
// array of the visible characters of each, null where KaTeX refuses it. Needs `npm install katex`.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const katex = createRequire(`${process.cwd()}/`)("katex");

const visible = (html) =>
  html
    .replace(/^.*?<span class="katex-html"[^>]*>/s, "")
    .replace(/<[^>]*>/g, "")
    .replace(/&(lt|gt|amp|quot|#x27);/g, (_, name) => ({ lt: "<", gt: ">", amp: "&", quot: '"', "#x27": "'" })[name]);

const render = ({ tex, display }) => {
  try {
    return visible(katex.renderToString(tex, { displayMode: display, strict: "ignore" }));
  } catch {
    return null;
  }
};

console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(render)));
