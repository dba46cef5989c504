import { Document, isMap, isScalar, parseDocument } from "yaml";

export interface FrontMatter {
  readonly title: string | undefined;
  readonly updated: string | undefined;
  /** `path` or `path#Symbol` with the hash at the time of writing. */
  readonly anchors: ReadonlyMap<string, string>;
}

export interface SplitText {
  /** With all keys, including the user's own; undefined if there is no readable front matter. */
  readonly document: Document | undefined;
  readonly body: string;
}

const longest = 64 * 1024;
const maxAnchors = 100;
const pattern = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)(?<=\n)---[ \t]*(?:\r?\n|$)/;

/** Splits off the front matter. What just looks like it, such as a rule between paragraphs, stays in the text. */
export function splitFrontMatter(text: string): SplitText {
  const [whole, source] = pattern.exec(text.slice(0, longest)) ?? [];
  if (whole === undefined || source === undefined) return { document: undefined, body: text };
  const document = parseDocument(source, { logLevel: "silent" });
  const isFrontMatter = document.errors.length === 0 && (document.contents === null || isMap(document.contents));
  if (!isFrontMatter) return { document: undefined, body: text };
  return { document, body: text.slice(whole.length).replace(/^\r?\n/, "") };
}

export function readFrontMatter(document: Document | undefined): FrontMatter {
  const anchors = new Map<string, string>();
  const found = document?.get("anchors");
  if (isMap(found)) {
    for (const { key, value } of found.items) {
      if (!isScalar(key) || !isScalar(value) || anchors.size >= maxAnchors) continue;
      const name = String(key.value);
      // The file may come from anywhere, and anchor names are shown.
      if (name.length <= 500 && !/[\p{Cc}\p{Cf}\p{Cs}]/u.test(name)) anchors.set(name, String(value.value));
    }
  }
  return { title: readText(document, "title"), updated: readTime(document), anchors };
}

function readText(document: Document | undefined, key: string): string | undefined {
  const value = document?.get(key);
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

function readTime(document: Document | undefined): string | undefined {
  const text = readText(document, "updated");
  return text === undefined || Number.isNaN(Date.parse(text)) ? undefined : new Date(text).toISOString();
}

export interface NewFrontMatter {
  readonly updated: string;
  readonly anchors: ReadonlyMap<string, string>;
}

/** The file as it is written. Keys that a person added to the old front matter are kept; those of the new text win. */
export function joinFrontMatter(
  text: string,
  before: Document | undefined,
  { updated, anchors }: NewFrontMatter,
): string {
  const { document: given, body } = splitFrontMatter(text);
  const document: Document = new Document({});
  for (const source of [before, given]) {
    if (isMap(source?.contents)) for (const { key, value } of source.contents.items) document.set(key, value);
  }
  document.set("updated", updated);
  document.delete("anchors");
  if (anchors.size > 0) document.set("anchors", document.createNode(Object.fromEntries(anchors)));
  return `---\n${document.toString({ lineWidth: 0 })}---\n\n${body.replace(/\s*$/, "")}\n`;
}
