import type { OutlinedLanguage, RawSymbol } from "../language.ts";
import { packageClause, shebang } from "../name-patterns.ts";
import { behindClosing, blankMatches, docAbove, trimSpan } from "../scanners/spans.ts";
import type { ServerSpec } from "../server-spec.ts";
import type { SymbolKind } from "../symbol-kind.ts";

const protobuf: ServerSpec = {
  id: "protobuf",
  title: "protols",
  languages: { protobuf: "proto" },
  program: { names: ["protols"], args: [] },
  obtain: "cargo install protols",
  readiness: { by: "answer" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
};

// No WebAssembly grammar for it is available on npm.
export default {
  id: "protobuf",
  title: "Protocol Buffers",
  extensions: ["proto"],
  outline: (text) => {
    const blank = blankMatches(
      text,
      /\/\/[^\r\n]*|\/\*[^]*?(?:\*\/|$)|"[^"\\\r\n]*(?:\\.[^"\\\r\n]*)*"|'[^'\\\r\n]*(?:\\.[^'\\\r\n]*)*'/g,
    );
    return [...readStatements({ text, blank, start: 0, end: blank.length, around: undefined, depth: 0 })];
  },
  isExported: () => true,
  servers: [protobuf],
  editing: { header: { clauses: [shebang, packageClause, /^(?:syntax|edition)\s*=\s*[^\n;]*;/] } },
} satisfies OutlinedLanguage;

interface Part {
  readonly text: string;
  readonly blank: string;
  readonly start: number;
  readonly end: number;
  /** The keyword of the enclosing declaration. */
  readonly around: string | undefined;
  readonly depth: number;
}

// Each level is read once for every level around it.
const maxDepth = 30;

/** The declarations between two offsets, each with those inside its braces. */
function* readStatements({ text, blank, start, end, around, depth }: Part): Generator<RawSymbol> {
  if (depth > maxDepth) return;
  for (let at = start; at < end;) {
    const stop = endOfHead(blank, at, end);
    const hasBody = blank.charAt(stop) === "{";
    const close = hasBody ? Math.min(end, behindClosing(blank, stop)) : stop;
    const next = blank.charAt(close) === ";" ? close + 1 : close;
    const head = trimSpan(blank, at, stop);
    const declared = declaredIn(blank.slice(head.start, head.end), around);
    if (declared !== undefined) {
      const nameStart = head.start + declared.at;
      yield {
        name: declared.name,
        kind: declared.kind,
        span: trimSpan(blank, head.start, next),
        nameSpan: { start: nameStart, end: nameStart + declared.name.length },
        bodySpan: hasBody ? { start: stop, end: close } : undefined,
        docSpan: docAbove(text, head.start, { line: "//", blocks: [["/*", "*/"]] }),
      };
      if (hasBody && declared.keyword !== "rpc") {
        yield* readStatements({
          text,
          blank,
          start: stop + 1,
          end: close - 1,
          around: declared.keyword,
          depth: depth + 1,
        });
      }
    }
    // An extra bracket must not stall the loop.
    at = Math.max(next, stop + 1);
  }
}

/** The `;` or `{` that ends a statement's head, or the end of the enclosing one; options in `[…]` are skipped. */
function endOfHead(blank: string, start: number, end: number): number {
  for (let at = start; at < end; at += 1) {
    const character = blank.charAt(at);
    if (character === ";" || character === "{" || character === "}") return at;
    if (character === "[" || character === "(") at = behindClosing(blank, at) - 1;
  }
  return end;
}

interface Declared {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly keyword: string;
  readonly at: number;
}

function declaredIn(head: string, around: string | undefined): Declared | undefined {
  const block = /^(message|enum|service|rpc|oneof|extend|package)\s+\.?([\w.]+)/.exec(head);
  const [whole = "", keyword = "", name = ""] = block ?? [];
  const kind = kinds.get(keyword);
  // A field may have a keyword as its name: `message message = 1;` is one, `enum = 1` is a member.
  if (kind !== undefined && !/^\s*=/.test(head.slice(whole.length))) {
    return { name, kind, keyword, at: whole.length - name.length };
  }
  const field = around === "enum" ? /^()(\w+)\s*=/.exec(head) : fieldHead.exec(head);
  if (field === null || around === undefined || around === "service") return undefined;
  const [, before = "", fieldName = ""] = field;
  if (around !== "enum" && ignored.has(before.trim())) return undefined;
  return { name: fieldName, kind: around === "enum" ? "member" : "property", keyword: "field", at: before.length };
}

const kinds: ReadonlyMap<string, SymbolKind> = new Map([
  ["message", "struct"],
  ["enum", "enum"],
  ["service", "interface"],
  ["rpc", "method"],
  ["oneof", "property"],
  ["extend", "impl"],
  ["package", "module"],
]);

const fieldHead = /^((?:(?:optional|required|repeated)\s+)?(?:group|map\s*<[^>]*>|\.?[\w.]+)\s+)(\w+)\s*=/;
const ignored = new Set(["option", "reserved", "extensions", "syntax", "edition", "import"]);
