import { wordsOfName } from "../../packages/outrider/src/search/text/words.ts";
import { bodyEnd } from "./body.ts";
import { commentAbove, docString, fileHeader } from "./comments.ts";
import { describe, describeHeader } from "./doc-text.ts";
import type { Language } from "./languages.ts";

export type Pair = {
  readonly kind: "doc" | "name" | "section" | "header" | "path";
  readonly query: string;
  readonly code: string;
  /** What, with the query, makes the pair one of its kind. */
  readonly name: string;
};

type Declaration = {
  readonly name: string;
  readonly at: number;
  readonly doc: string | undefined;
  readonly code: string;
};

const maxDeclarations = 400;
const keyword =
  /^(?:if|for|while|switch|catch|return|function|else|do|try|with|new|constructor|toString|equals|hashCode|main|init|__init__|initialize|setUp|tearDown|get|set|default|self|this|super)$/;
const dullStem =
  /^(?:index|main|mod|lib|init|__init__|utils?|common|types?|package-info|version|setup|helpers?|constants?|misc|src|source|java|python|kotlin|scala|js|ts|dist|include|impl|internal|core|cjs|esm|build)$/;

/** All pairs of one source file. */
export function pairsOfFile(path: string, text: string, language: Language): Pair[] {
  const lines = text.split("\n");
  const declared = declarationsOf(lines, language);
  const pairs: Pair[] = [];
  const stem = stemOf(path);
  for (const [order, found] of declared.entries()) {
    if (found.doc !== undefined) {
      // Every second with its file's name, as chunks are embedded with and without their path.
      const code = order % 2 === 0 ? found.code : `${stem} ${found.code}`;
      pairs.push({ kind: "doc", query: found.doc, code, name: found.name });
    }
    if (found.doc !== undefined && order % 2 === 0) continue;
    const words = wordsOfName(found.name);
    if (words.length < 2 || words.length > 9 || keyword.test(found.name) || /^[A-Z0-9_]+$/.test(found.name)) continue;
    const body = found.code.split("\n").length < 3 ? "" : found.code.replaceAll(found.name, " ");
    if (body.length > 80) pairs.push({ kind: "name", query: words.join(" "), code: body, name: found.name });
  }
  return [...pairs, ...filePairs(path, lines, declared, language)];
}

/** "Which file does this?": the file's header, and its path, against what the file declares. */
function filePairs(
  path: string,
  lines: readonly string[],
  declared: readonly Declaration[],
  language: Language,
): Pair[] {
  if (declared.length < 2) return [];
  const pairs: Pair[] = [];
  const stem = stemOf(path);
  const folder = path.split("/").at(-2) ?? "";
  const unique = [...new Set(declared.map(({ name }) => name))];
  const names = unique.join(" ");
  const header = describeHeader(fileHeader(lines, language));
  if (header !== undefined) {
    const docs = declared
      .map(({ doc }) => doc ?? "")
      .filter((doc) => doc !== header)
      .slice(0, 4);
    pairs.push({
      kind: "header",
      query: header,
      code: `${folder} ${stem} ${names.slice(0, 1200)} ${docs.join(" ")}`,
      name: stem,
    });
  }
  const words = [...new Set([...wordsOfName(folder), ...wordsOfName(stem)])].filter(
    (word) => word.length > 2 && !dullStem.test(word),
  );
  if (words.length >= 2 && declared.length >= 3) {
    const docs = declared
      .map(({ doc }) => doc ?? "")
      .filter(Boolean)
      .slice(0, 8);
    // The type that gives the file its name would answer for all others.
    const others = unique.filter((name) => name.toLowerCase() !== stem.toLowerCase()).join(" ");
    pairs.push({ kind: "path", query: words.join(" "), code: `${others.slice(0, 900)} ${docs.join(" ")}`, name: stem });
  }
  return pairs;
}

function declarationsOf(lines: readonly string[], language: Language): Declaration[] {
  const found: Declaration[] = [];
  for (let at = 0; at < lines.length && found.length < maxDeclarations; at += 1) {
    const line = lines[at] ?? "";
    if (line.length < 6 || line.length > 240) continue;
    const name = nameIn(line, language.declarations);
    if (name !== undefined) {
      found.push(declarationAt(lines, at, name, language));
      continue;
    }
    if (language.documented.length === 0) continue;
    const above = lines[at - 1] ?? "";
    if (!language.lineComment.test(above) && !/\*\/\s*$/.test(above)) continue;
    const member = nameIn(line, language.documented);
    if (member === undefined) continue;
    const declaration = declarationAt(lines, at, member, language);
    if (declaration.doc !== undefined) found.push(declaration);
  }
  return found;
}

function nameIn(line: string, patterns: readonly RegExp[]): string | undefined {
  for (const pattern of patterns) {
    const name = pattern.exec(line)?.groups?.["name"];
    if (name !== undefined && !/^(?:if|for|while|switch|catch|return|function|else)$/.test(name)) return name;
  }
  return undefined;
}

function declarationAt(lines: readonly string[], at: number, name: string, language: Language): Declaration {
  const end = bodyEnd(lines, at, language);
  if (language.name === "python") {
    const string = docString(lines.slice(at, end + 60), 1, 10);
    if (string === undefined) return { name, at, doc: undefined, code: lines.slice(at, end).join("\n") };
    const code = [
      ...lines.slice(at, at + string.start),
      ...lines.slice(at + string.end, Math.max(end, at + string.end + (end - at > 38 ? 25 : 0))),
    ];
    return { name, at, doc: describe(string.text, name), code: code.join("\n") };
  }
  // A C function's type often stands on the line before its name.
  const typed = (language.name === "c" || language.name === "cpp") && /^[A-Za-z_][\w\s*]*$/.test(lines[at - 1] ?? "");
  const doc = describe(commentAbove(lines, typed ? at - 1 : at, language), name);
  return { name, at, doc, code: lines.slice(at, end).join("\n") };
}

function stemOf(path: string): string {
  return (path.split("/").at(-1) ?? "").replace(/(\.d)?\.[^.]*$/, "");
}
