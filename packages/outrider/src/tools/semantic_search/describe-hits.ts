import type { SearchHit } from "../../search/project-search.ts";
import { eachTerms, isTelling, termOfWord } from "../../search/text/terms.ts";
import { splitWords } from "../../search/text/words.ts";
import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import { linesOf } from "./content-lines.ts";
import type { FoundHit } from "./places.ts";
import type { Hit } from "./schema.ts";

const maxLines = 3;
const longestLine = 160;
const maxBodyLines = 120;

/** Each place as the answer shows it, with its current lines. */
export async function describeHits(
  found: readonly FoundHit[],
  { query, body }: { readonly query: string; readonly body: boolean },
): Promise<{ readonly hits: Hit[]; readonly isStale: boolean }> {
  const wanted = termsOfQuestion(query);
  const texts = await Promise.all(found.map(linesOf));
  return {
    hits: found.map((each, index) => describeHit(each, texts[index], { wanted, body })),
    isStale: texts.includes(undefined),
  };
}

interface DescribeOptions {
  readonly wanted: ReadonlySet<number>;
  readonly body: boolean;
}

function describeHit(
  { place, hit: given }: FoundHit,
  lines: readonly string[] | undefined,
  { wanted, body }: DescribeOptions,
): Hit {
  const hit = { ...given, startLine: firstWritten(lines, given) };
  const chosen = chooseLines(lines?.slice(hit.startLine, hit.endLine) ?? [], wanted).map((at) => at + hit.startLine);
  const { startLine, endLine, symbol } = narrow(hit, chosen);
  return {
    file: place.prefix + hit.path,
    lines: endLine > startLine + 1 ? `${startLine + 1}-${endLine}` : String(startLine + 1),
    score: Math.round(hit.score * 1000) / 1000,
    ...(symbol === undefined ? {} : describeSymbol(symbol)),
    ...(body || lines === undefined || chosen.length === 0 ? {} : { excerpt: showLines(lines, 0, chosen) }),
    ...(body && lines !== undefined ? { body: numberLines(lines.slice(startLine, endLine), startLine) } : {}),
    ...(hit.copies.length === 0 ? {} : { copies: hit.copies.map((copy) => place.prefix + copy) }),
  };
}

function firstWritten(lines: readonly string[] = [], { startLine, endLine }: SearchHit): number {
  const written = lines.slice(startLine, endLine).findIndex((line) => line.trim() !== "");
  return startLine + Math.max(0, written);
}

/** Small declarations are found together; the one that contains all of the best lines is meant. */
function narrow(hit: SearchHit, chosen: readonly number[]): Pick<SearchHit, "startLine" | "endLine" | "symbol"> {
  const [first, last] = [chosen[0], chosen.at(-1)];
  if (first === undefined || last === undefined) return hit;
  const around = hit.declared
    .filter(({ startLine, endLine }) => startLine <= first && last < endLine)
    .sort((a, b) => a.endLine - a.startLine - (b.endLine - b.startLine))[0];
  if (around === undefined || around === hit.symbol) return hit;
  return { startLine: around.startLine, endLine: around.endLine, symbol: around };
}

function describeSymbol(symbol: CodeSymbol): Pick<Hit, "kind" | "symbol" | "signature" | "doc"> {
  const { kind, path, overload, signature, doc } = symbol;
  return {
    kind,
    symbol: visibleLine(overload === undefined ? path : `${path}[${overload}]`),
    signature: oneLine(signature),
    ...(doc === undefined ? {} : { doc: oneLine(doc) }),
  };
}

function oneLine(text: string): string {
  return visibleLine(text.replaceAll(/\s+/g, " "));
}

function numberLines(lines: readonly string[], startLine: number): string {
  const shown = lines.slice(0, maxBodyLines).map((line, index) => `${startLine + index + 1}: ${visibleLine(line)}`);
  const more = lines.length - shown.length;
  return [...shown, ...(more > 0 ? [`… ${more} more lines`] : [])].join("\n");
}

/** Indexes of the most relevant lines in order: each adds something that the others do not. */
function chooseLines(lines: readonly string[], wanted: ReadonlySet<number>): readonly number[] {
  const unsaid = new Set(wanted);
  const terms = lines.map((line) => termsIn(line, wanted));
  const chosen: number[] = [];
  while (chosen.length < maxLines) {
    let best = -1;
    let most = 0;
    terms.forEach((own, index) => {
      const fresh = own.filter((term) => unsaid.has(term)).length;
      if (fresh > most) [best, most] = [index, fresh];
    });
    if (best === -1) break;
    chosen.push(best);
    for (const term of terms[best] ?? []) unsaid.delete(term);
  }
  return chosen.sort((a, b) => a - b);
}

/** Numbered from 1, without their common indentation. */
function showLines(lines: readonly string[], startLine: number, chosen: readonly number[]): string {
  return chosen.map((index) => ` ${startLine + index + 1}: ${cut((lines[index] ?? "").trim())}`).join("\n");
}

function termsOfQuestion(query: string): ReadonlySet<number> {
  return new Set(splitWords(query).filter(isTelling).map(termOfWord));
}

function termsIn(line: string, wanted: ReadonlySet<number>): readonly number[] {
  const found = new Set<number>();
  eachTerms(line.slice(0, 400), ({ terms }) => {
    for (const term of terms) if (wanted.has(term)) found.add(term);
  });
  return [...found];
}

function cut(line: string): string {
  const shown = visibleLine(line);
  return shown.length > longestLine ? `${shown.slice(0, longestLine - 1)}…` : shown;
}
