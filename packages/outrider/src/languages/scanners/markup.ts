import type { Span, EmbeddedPart, RawSymbol } from "../language.ts";
import { outlineStylesheet } from "./stylesheet.ts";

export interface MarkupElement {
  /** In lower case. */
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, MarkupAttribute>;
  readonly span: Span;
  /** Between the tags. */
  readonly content: Span;
  /** Number of enclosing elements. */
  readonly depth: number;
}

export interface MarkupAttribute {
  readonly value: string;
  /** Span of the value, without quotes. */
  readonly span: Span;
}

interface OpenElement extends MarkupElement {
  readonly span: { readonly start: number; end: number };
  readonly content: { readonly start: number; end: number };
}

/** The elements of a page or component in the order of their tags; elements that are never closed end with their parent. */
export function scanMarkup(text: string): readonly MarkupElement[] {
  const elements: OpenElement[] = [];
  const open: OpenElement[] = [];
  const counts = new Map<string, number>();
  const token = /<!--[^]*?(?:-->|$)|<!\[CDATA\[[^]*?\]\]>|<(\/?)([A-Za-z][^\s/>]*)/g;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [found, slash, name] = match;
    if (name === undefined) continue;
    const tag = name.toLowerCase();
    const { attributes, end, selfClosed } = readAttributes(text, match.index + found.length);
    token.lastIndex = end;
    if (slash === "/") {
      close(open, counts, tag, match.index, end);
      continue;
    }
    const element = {
      tag,
      attributes,
      span: { start: match.index, end },
      content: { start: end, end },
      depth: open.length,
    };
    elements.push(element);
    if (selfClosed || voidTags.has(tag)) continue;
    if (rawTags.has(tag)) {
      const after = findRawEnd(text, tag, end);
      element.content.end = after.content;
      element.span.end = after.end;
      token.lastIndex = after.end;
    } else {
      open.push(element);
      counts.set(tag, (counts.get(tag) ?? 0) + 1);
    }
  }
  for (const element of open) element.span.end = element.content.end = text.length;
  return elements;
}

const voidTags = new Set("area base br col embed hr img input link meta param source track wbr !doctype".split(" "));
const rawTags = new Set(["script", "style", "textarea", "title"]);

/** The counts by tag avoid searching all open elements for an end tag without a start tag. */
function close(open: OpenElement[], counts: Map<string, number>, tag: string, start: number, end: number): void {
  if ((counts.get(tag) ?? 0) === 0) return;
  const at = open.findLastIndex((element) => element.tag === tag);
  for (const [index, element] of open.splice(at).entries()) {
    counts.set(element.tag, (counts.get(element.tag) ?? 1) - 1);
    element.content.end = start;
    element.span.end = index === 0 ? end : start;
  }
}

function findRawEnd(text: string, tag: string, start: number): { readonly content: number; readonly end: number } {
  const closing = new RegExp(String.raw`</${tag}\s*>`, "gi");
  closing.lastIndex = start;
  const match = closing.exec(text);
  return match === null
    ? { content: text.length, end: text.length }
    : { content: match.index, end: match.index + match[0].length };
}

/** Values may contain `>`: in quotes, and in Svelte's braces. */
function readAttributes(text: string, start: number) {
  const attributes = new Map<string, MarkupAttribute>();
  const part = /\s+|(\/?>)|([^\s=>"'/{}]+)(\s*=\s*)?|"[^"]*"?|'[^']*'?|[^]/y;
  part.lastIndex = start;
  for (let match = part.exec(text); match !== null; match = part.exec(text)) {
    const [found, end, name, equals] = match;
    if (end !== undefined) return { attributes, end: part.lastIndex, selfClosed: end === "/>" };
    if (found === "{") part.lastIndex = behindBraces(text, match.index);
    if (name === undefined) continue;
    const span =
      equals === undefined ? { start: part.lastIndex, end: part.lastIndex } : readValue(text, part.lastIndex);
    const isQuoted = span.start > part.lastIndex;
    attributes.set(name.toLowerCase(), { value: text.slice(span.start, span.end), span });
    part.lastIndex = span.end + (isQuoted ? 1 : 0);
  }
  return { attributes, end: text.length, selfClosed: false };
}

function readValue(text: string, start: number): Span {
  const quote = text.charAt(start);
  if (quote === '"' || quote === "'") {
    const end = text.indexOf(quote, start + 1);
    return { start: start + 1, end: end === -1 ? text.length : end };
  }
  if (quote === "{") return { start, end: behindBraces(text, start) };
  const length = /^[^\s>]*/.exec(text.slice(start, start + 1_000))?.[0].length ?? 0;
  return { start, end: start + length };
}

function behindBraces(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === "{") depth += 1;
    else if (character === "}") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}

/** The scripts of a page or component with their language. */
export function scriptParts(elements: readonly MarkupElement[]): readonly EmbeddedPart[] {
  return elements.flatMap(({ tag, attributes, content }) => {
    if (tag !== "script" || content.start === content.end) return [];
    const type = attributes.get("type")?.value.toLowerCase() ?? "";
    const lang = attributes.get("lang")?.value.toLowerCase() ?? "";
    if (type !== "" && !/^module$|jsx|(?:java|ecma|type)script|babel/.test(type)) return [];
    const language = languages.get(lang === "" && type.includes("typescript") ? "ts" : lang);
    return language === undefined ? [] : [{ language, start: content.start, end: content.end }];
  });
}

const languages: ReadonlyMap<string, string> = new Map([
  ["", "javascript"],
  ["js", "javascript"],
  ["javascript", "javascript"],
  ["jsx", "javascript"],
  ["ts", "typescript"],
  ["typescript", "typescript"],
  ["tsx", "tsx"],
]);

/** A block of a component or page as a section named after its tag. */
export function blockSection({ tag, span, content }: MarkupElement): RawSymbol {
  return {
    name: tag,
    kind: "section",
    span,
    nameSpan: { start: span.start + 1, end: span.start + 1 + tag.length },
    bodySpan: content,
  };
}

/** Styles as a section with the rules inside; for languages other than CSS and SCSS only the section. */
export function styleSymbols(text: string, elements: readonly MarkupElement[]): readonly RawSymbol[] {
  return elements.flatMap((element) => {
    if (element.tag !== "style" || element.content.start === element.content.end) return [];
    const lang = element.attributes.get("lang")?.value.toLowerCase() ?? "css";
    const isKnown = lang === "css" || lang === "scss" || lang === "postcss" || lang === "less";
    return [blockSection(element), ...(isKnown ? outlineStylesheet(text, element.content) : [])];
  });
}
