import { eachTerms, isTelling, termOfWord } from "../../search/text/terms.ts";
import { splitWords } from "../../search/text/words.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";

const mostLines = 3;
const longestLine = 160;

/** Indexes of the lines that say most about the question, in their order: each brings something that the others do not. */
export function chooseLines(lines: readonly string[], wanted: ReadonlySet<number>): readonly number[] {
  const unsaid = new Set(wanted);
  const terms = lines.map((line) => termsIn(line, wanted));
  const chosen: number[] = [];
  while (chosen.length < mostLines) {
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

/** Numbered from 1, without what they are indented by. */
export function showLines(lines: readonly string[], startLine: number, chosen: readonly number[]): string {
  return chosen.map((index) => ` ${startLine + index + 1}: ${cut((lines[index] ?? "").trim())}`).join("\n");
}

export function termsOfQuestion(query: string): ReadonlySet<number> {
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
