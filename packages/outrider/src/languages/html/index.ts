import { ecmascript } from "../ecmascript/ecmascript.ts";
import type { OutlinedLanguage, RawSymbol } from "../language.ts";
import { dashedNames } from "../name-patterns.ts";
import { scriptParts, styleSymbols, type MarkupElement, scanMarkup } from "../scanners/markup.ts";
import { trimSpan } from "../scanners/spans.ts";
import { extracted } from "../server-parts/vscode-extracted.ts";
import type { ServerSpec } from "../server-spec.ts";

const html: ServerSpec = {
  id: "html",
  title: "HTML (of VS Code)",
  languages: { html: "html" },
  program: extracted("html"),
  obtain: "outrider languages install html",
  options: () => ({ provideFormatter: true, embeddedLanguages: { css: true, javascript: true } }),
  // Without settings for embedded languages it fails internally and reports no problems for the file.
  settings: () => ({
    html: { validate: { scripts: false, styles: true } },
    css: { validate: true },
    javascript: {},
    "js/ts": {},
  }),
  readiness: { by: "answer" },
  freshness: "open",
  needsOpen: true,
  opensCandidates: false,
};

/** Headings, elements with an id, declarations of scripts and rules of styles. */
export default {
  id: "html",
  title: "HTML",
  countedAs: { HTML: ["html"] },
  content: "markup",
  extensions: ["html", "htm", "xhtml"],
  outline(text) {
    const elements = scanMarkup(text);
    return [
      ...elements.flatMap((element) => (element.depth > deepest ? [] : elementSymbols(text, element))),
      ...styleSymbols(text, elements),
    ];
  },
  embedded: (text) => scriptParts(scanMarkup(text)),
  isExported: ecmascript.isExported,
  servers: [html],
  editing: { names: dashedNames, entities: "always", notCode: "document" },
} satisfies OutlinedLanguage;

function elementSymbols(text: string, { tag, attributes, span, content }: MarkupElement): readonly RawSymbol[] {
  const id = attributes.get("id");
  const heading = /^h[1-6]$/.test(tag) ? headingName(text, content.start, content.end) : undefined;
  if (heading !== undefined) {
    return [{ ...heading, kind: "section", span, bodySpan: undefined }];
  }
  if (id === undefined || id.value.trim() === "" || /[{<]/.test(id.value)) return [];
  return [{ name: id.value, kind: "key", span, nameSpan: id.span, bodySpan: content }];
}

/** The first run of text in the heading, usually all of it. */
function headingName(text: string, start: number, end: number) {
  const run = /(?:^|>)\s*([^<>]*[^<>\s][^<>]*)/.exec(text.slice(start, Math.min(end, start + maxRead)));
  const [, inner] = run ?? [];
  if (run === null || inner === undefined) return undefined;
  const from = start + run.index + run[0].length - inner.length;
  const nameSpan = trimSpan(text, from, from + inner.length);
  return { name: text.slice(nameSpan.start, nameSpan.end).replaceAll(/\s+/g, " "), nameSpan };
}

const maxRead = 500;
// Deeper elements are an accident, such as tags that are never closed.
const deepest = 100;
