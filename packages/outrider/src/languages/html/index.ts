import type { OutlinedLanguage, RawSymbol } from "../language.ts";
import { type MarkupElement, scanMarkup } from "../scanners/markup.ts";
import { scriptParts, styleSymbols } from "../scanners/markup-parts.ts";
import { trimSpan } from "../scanners/spans.ts";
import { ecmascript } from "../ecmascript/ecmascript.ts";
import { html } from "./html.server.ts";
import { dashedNames } from "../name-patterns.ts";

/** Headings and elements with an id, what scripts declare and styles rule. */
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

/** The first run of text in it, which is all of it in most headings. */
function headingName(text: string, start: number, end: number) {
  const run = /(?:^|>)\s*([^<>]*[^<>\s][^<>]*)/.exec(text.slice(start, Math.min(end, start + mostRead)));
  const [, inner] = run ?? [];
  if (run === null || inner === undefined) return undefined;
  const from = start + run.index + run[0].length - inner.length;
  const nameSpan = trimSpan(text, from, from + inner.length);
  return { name: text.slice(nameSpan.start, nameSpan.end).replaceAll(/\s+/g, " "), nameSpan };
}

const mostRead = 500;
// Elements deeper than this are an accident, such as tags that never close.
const deepest = 100;
