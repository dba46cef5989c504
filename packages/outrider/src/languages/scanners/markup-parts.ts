import type { EmbeddedPart, RawSymbol } from "../language.ts";
import type { MarkupElement } from "./markup.ts";
import { outlineStylesheet } from "./stylesheet.ts";

/** The scripts of a page or a component, in the language that they are written in. */
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

/** A block of a component or page as a section by the name of its tag. */
export function blockSection({ tag, span, content }: MarkupElement): RawSymbol {
  return {
    name: tag,
    kind: "section",
    span,
    nameSpan: { start: span.start + 1, end: span.start + 1 + tag.length },
    bodySpan: content,
  };
}

/** Styles as a section with the rules inside; other languages than CSS and SCSS as the section alone. */
export function styleSymbols(text: string, elements: readonly MarkupElement[]): readonly RawSymbol[] {
  return elements.flatMap((element) => {
    if (element.tag !== "style" || element.content.start === element.content.end) return [];
    const lang = element.attributes.get("lang")?.value.toLowerCase() ?? "css";
    const isKnown = lang === "css" || lang === "scss" || lang === "postcss" || lang === "less";
    return [blockSection(element), ...(isKnown ? outlineStylesheet(text, element.content) : [])];
  });
}
