import type { DataKind } from "./data-node.ts";
import { assignTo, createTomlNode, type TomlNode } from "./toml-node.ts";

export interface TomlCursor {
  at(): number;
  isAtEnd(): boolean;
  /** Skips spaces, line ends and comments. */
  skipSpace(): void;
  /** `[a.b]` or `[[a.b]]`. */
  readHeader(): { readonly keys: readonly string[]; readonly isItem: boolean };
  /** `a.b = value`. */
  readPair(): { readonly keys: readonly string[]; readonly value: TomlNode };
}

const space = /\s*(?:#[^\n]*\s*)*/y;
const key = /[ \t]*("[^"\\\n]*(?:\\.[^"\\\n]*)*"|'[^'\n]*'|[^\s.=\]"'#]+)[ \t]*(\.?)/y;
// A multi-line string may end with up to two quotes as part of its content.
const string =
  /"""[^"\\]*(?:(?:\\[^]|"{1,2}(?!"))[^"\\]*)*"{3,5}|'''[^']*(?:'{1,2}(?!')[^']*)*'{3,5}|"[^"\\\n]*(?:\\.[^"\\\n]*)*"|'[^'\n]*'/y;
const word = /\d{4}-\d\d-\d\d[ Tt]\d\d:[\d:.]+(?:[Zz]|[+-]\d\d:\d\d)?|[^\s,\]}#]+/y;

/** Reads the parts of a valid TOML text one after another. */
// oxlint-disable-next-line max-lines-per-function -- a cursor over one text that its functions share
export function openTomlCursor(text: string): TomlCursor {
  let at = 0;

  function take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null) at += match[0].length;
    return match;
  }

  function skipSpace(): void {
    take(space);
  }

  function readKeys(): readonly string[] {
    const keys: string[] = [];
    for (let match = take(key); match !== null; match = match[2] === "." ? take(key) : null) {
      keys.push(plainKey(match[1] ?? ""));
    }
    return keys;
  }

  function readPair(): { keys: readonly string[]; value: TomlNode } {
    const keys = readKeys();
    at += 1;
    skipSpace();
    return { keys, value: readValue() };
  }

  function readValue(): TomlNode {
    const open = text.charAt(at);
    if (open === "[") return readArray();
    if (open === "{") return readTable();
    const quoted = take(string)?.[0];
    if (quoted !== undefined) return createTomlNode("string", quoted);
    const bare = take(word)?.[0] ?? "";
    return createTomlNode(kindOf(bare), bare);
  }

  function readArray(): TomlNode {
    const array = createTomlNode("array");
    readItems("]", () => {
      const start = at;
      const item = readValue();
      item.spans.push({ start, end: at });
      array.items.push(item);
    });
    return array;
  }

  function readTable(): TomlNode {
    const table = createTomlNode("object");
    readItems("}", () => {
      const start = at;
      const { keys, value } = readPair();
      for (const node of assignTo(table, keys, value)) node.spans.push({ start, end: at });
    });
    return table;
  }

  function readItems(close: string, readItem: () => void): void {
    at += 1;
    for (skipSpace(); at < text.length && text.charAt(at) !== close; skipSpace()) {
      const start = at;
      readItem();
      skipSpace();
      if (text.charAt(at) === ",") at += 1;
      if (at === start) break;
    }
    at += 1;
  }

  return {
    at: () => at,
    isAtEnd: () => at >= text.length,
    skipSpace,
    readHeader() {
      const isItem = text.startsWith("[[", at);
      at += isItem ? 2 : 1;
      const keys = readKeys();
      at += isItem ? 2 : 1;
      return { keys, isItem };
    },
    readPair,
  };
}

function kindOf(bare: string): DataKind {
  if (bare === "true" || bare === "false") return "boolean";
  return /^(?:\d{4}-\d\d-\d\d|\d\d:\d\d)/.test(bare) ? "date" : "number";
}

function plainKey(written: string): string {
  if (written.startsWith("'")) return written.slice(1, -1);
  if (!written.startsWith('"')) return written;
  // Escapes that JSON does not have.
  const json = written.replaceAll(/\\(U[0-9A-Fa-f]{8}|x[0-9A-Fa-f]{2}|e|.)|\t/g, (escape, name: string | undefined) => {
    if (name === undefined) return String.raw`\t`;
    if (name === "e") return String.raw`\u001b`;
    return name.length > 1 ? JSON.stringify(characterOf(name.slice(1))).slice(1, -1) : escape;
  });
  try {
    return String(JSON.parse(json));
  } catch {
    return written.slice(1, -1);
  }
}

function characterOf(code: string): string {
  const number = Number.parseInt(code, 16);
  return number > 0x10ffff ? "\u{fffd}" : String.fromCodePoint(number);
}
