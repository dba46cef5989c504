import type { RawSymbol, Span } from "../language.ts";
import type { SymbolKind } from "../symbol-kind.ts";

/**
 * Finds Perl declarations line by line: no available grammar can parse real Perl, where the meaning of a text
 * depends on what ran before. A block ends at the `}` with the indentation of its first line, as nearly all Perl is indented.
 */
export function outlinePerl(text: string): readonly RawSymbol[] {
  const lines = readLines(text);
  const found = lines.flatMap((line, at) => declarationsOf(line, at, lines));
  return found.map((symbol) =>
    symbol.bodySpan === undefined && symbol.kind === "module" ? rest(symbol, found, lines) : symbol,
  );
}

interface Line {
  readonly start: number;
  readonly text: string;
  /** Code, as opposed to documentation, a here document or text after `__END__`. */
  readonly isCode: boolean;
}

function readLines(text: string): readonly Line[] {
  const lines: Line[] = [];
  let start = 0;
  let pod = false;
  let ended = false;
  let here: string | undefined;
  const all = text.split("\n");
  for (const [at, whole] of all.entries()) {
    const line = whole.replace(/\r$/, "");
    ended ||= here === undefined && /^__(?:END|DATA)__$/.test(line);
    if (here === undefined && /^=[a-z]/.test(line)) pod = true;
    const isCode = !pod && !ended && here === undefined;
    lines.push({ start, text: line, isCode });
    if (/^=cut\b/.test(line)) pod = false;
    if (here !== undefined) here = line.trim() === here ? undefined : here;
    else if (isCode) here = hereWord(line, all, at);
    start += whole.length + 1;
  }
  return lines;
}

/** The word that ends a here document; `1 <<SHIFT` looks the same, but no line ends it. */
function hereWord(line: string, all: readonly string[], at: number): string | undefined {
  const word = hereDocument
    .exec(line)
    ?.slice(1)
    .find((part) => part !== undefined);
  return word !== undefined && all.some((below, place) => place > at && below.trim() === word) ? word : undefined;
}

const hereDocument = /^[^#]*<<~?(?:"([^"]+)"|'([^']+)'|([A-Z_]\w*))/;

const patterns: readonly (readonly [SymbolKind, RegExp])[] = [
  ["module", /^(\s*)package\s+([\w:']+)/d],
  ["function", /^(\s*)(?:(?:my|our|state|async)\s+)*(?:sub|method|fun)\s+([\p{L}_][\p{L}\p{N}_:']*)/du],
  ["function", /^(\s*)(?:my|our)\s+\$([\p{L}_]\w*)\s*=\s*sub\b/du],
  ["test", /^(\s*)subtest\s*\(?\s*["']([^"']+)["']/d],
  ["class", /^(\s*)(?:class|role)\s+([A-Z][\w:]*)/d],
  ["constant", /^(\s*)use\s+constant\s+([\p{L}_]\w*)\s*=>/du],
  ["property", /^(\s*)has\s+\+?["']?([\p{L}_]\w*)["']?\s*=>/du],
  ["variable", /^(\s*)our\s+[$@%]([\p{L}_]\w*)/du],
];

function declarationsOf(line: Line, at: number, lines: readonly Line[]): readonly RawSymbol[] {
  if (!line.isCode) return [];
  for (const [kind, pattern] of patterns) {
    const match = pattern.exec(line.text);
    const indent = match?.[1];
    const where = match?.indices?.[2];
    if (indent === undefined || where === undefined) continue;
    const span = spanOf(line, at, indent, lines);
    const opening = lines[at]?.text.indexOf("{", where[1]) ?? -1;
    const body = blockKinds.has(kind) ? bodyOf(line, opening, at, lines, span) : undefined;
    if (kind === "class" && body === undefined) return [];
    const [owner, name] = qualified(kind, line.text.slice(where[0], where[1]));
    return [
      {
        name,
        owner,
        kind,
        span: body === undefined ? lineSpan(line) : span,
        nameSpan: { start: line.start + where[1] - name.length, end: line.start + where[1] },
        bodySpan: body,
        docSpan: docOf(at, lines),
      },
    ];
  }
  return [];
}

/** `sub A::b` belongs to `A` at any position. */
function qualified(kind: SymbolKind, name: string): readonly [string | undefined, string] {
  const at = kind === "function" ? name.lastIndexOf("::") : -1;
  return at <= 0 ? [undefined, name] : [name.slice(0, at), name.slice(at + 2)];
}

const blockKinds: ReadonlySet<SymbolKind> = new Set(["module", "function", "test", "class"]);

/** Up to the closing line with the same indentation, or a single line that has both braces. */
function spanOf(line: Line, at: number, indent: string, lines: readonly Line[]): Span {
  const start = line.start + indent.length;
  const isClosed = /\{.*\}\s*\)?;?\s*(?:#.*)?$/.test(line.text) && balance(line.text) === 0;
  if (isClosed || /;\s*(?:#.*)?$/.test(line.text)) return lineSpan(line);
  for (let next = at + 1; next < lines.length; next += 1) {
    const below = lines[next];
    if (below === undefined || !below.isCode || !below.text.startsWith(`${indent}}`)) continue;
    return { start, end: below.start + below.text.trimEnd().length };
  }
  return lineSpan(line);
}

function balance(text: string): number {
  return text.split("{").length - text.split("}").length;
}

function lineSpan({ start, text }: Line): Span {
  return { start: start + text.length - text.trimStart().length, end: start + text.trimEnd().length };
}

function bodyOf(line: Line, opening: number, at: number, lines: readonly Line[], span: Span): Span | undefined {
  if (opening >= 0) return { start: line.start + opening, end: span.end };
  const next = lines[at + 1];
  return next !== undefined && /^\s*\{/.test(next.text) && next.start < span.end
    ? { start: next.start + next.text.indexOf("{"), end: span.end }
    : undefined;
}

function docOf(at: number, lines: readonly Line[]): Span | undefined {
  let first = at;
  while (first > 0 && /^\s*#(?!!)/.test(lines[first - 1]?.text ?? "")) first -= 1;
  const [top, last] = [lines[first], lines[at - 1]];
  if (first === at || top === undefined || last === undefined) return undefined;
  return { start: lineSpan(top).start, end: lineSpan(last).end };
}

/** `package A;` contains what follows, up to the next package. */
function rest(symbol: RawSymbol, all: readonly RawSymbol[], lines: readonly Line[]): RawSymbol {
  const next = all.find(({ kind, span }) => kind === "module" && span.start > symbol.span.start);
  const code = lines.filter(
    ({ start, isCode, text }) => isCode && text.trim() !== "" && start < (next?.span.start ?? Infinity),
  );
  const last = code.at(-1);
  if (last === undefined) return symbol;
  const end = Math.max(symbol.span.end, lineSpan(last).end);
  return { ...symbol, span: { start: symbol.span.start, end }, bodySpan: { start: symbol.span.end, end } };
}
