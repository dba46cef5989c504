import { languageOf } from "../../src/languages/language-of.ts";
import { extractSymbols } from "../../src/syntax/extract/extract-symbols.ts";
import { decodeText } from "../../src/workspace/text/decode-text.ts";
import type { CaseResult } from "./run-case.ts";
import { type CompiledFile, compileTexts } from "./compile-texts.ts";

interface ChangedText {
  readonly result: CaseResult;
  readonly path: string;
  readonly before: string | Uint8Array;
  readonly after: string | Uint8Array;
}

export interface Judgement {
  /** Case and complaint, of each result that is worse than what was there. */
  readonly faults: readonly string[];
  /** Programs that were asked, and languages for which there is none. */
  readonly asked: readonly string[];
  readonly missing: readonly string[];
}

/** What parsers and compilers say to results that were said to be done; only to texts whose originals they took. */
export async function judgeResults(
  results: readonly CaseResult[],
  { compile = true }: { readonly compile?: boolean } = {},
): Promise<Judgement> {
  const texts = results.filter(({ refusal }) => refusal === undefined).flatMap(changedTexts);
  const faults: string[] = [];
  for (const text of texts) {
    const complaint = await parserComplaint(text);
    if (complaint !== undefined) faults.push(`${text.result.case.name}: ${complaint}`);
  }
  const asked = new Set<string>();
  const missing = new Set<string>();
  if (!compile) return { faults, asked: [], missing: [] };
  for (const language of new Set(texts.map(({ path }) => languageOf(path)?.id ?? ""))) {
    const changed = texts.filter(({ path }) => (languageOf(path)?.id ?? "") === language);
    const { files, indexOf } = listOnce(changed);
    const { program, faults: found } = compileTexts(language, files);
    if (program === undefined) missing.add(language);
    else asked.add(program.split("/").at(-1) ?? program);
    for (const { result, path, before, after } of changed) {
      const complaint = found.get(indexOf(path, after));
      if (complaint !== undefined && !found.has(indexOf(path, before)))
        faults.push(`${result.case.name}: ${complaint}`);
    }
  }
  return { faults, asked: [...asked], missing: [...missing] };
}

function changedTexts(result: CaseResult): readonly ChangedText[] {
  return Object.entries(result.after).flatMap(([path, after]) => {
    const before = result.case.files[path];
    if (before === undefined || after === null || Buffer.from(before).equals(Buffer.from(after))) return [];
    return [{ result, path, before, after }];
  });
}

/** No error that was not there before, and no symbol gone that the edit did not name. */
async function parserComplaint({ result, path, before, after }: ChangedText): Promise<string | undefined> {
  const [one, two] = [await parse(path, before), await parse(path, after)];
  if (one === undefined || two === undefined || one.broken) return undefined;
  if (two.broken) return "the parser finds an error in the result";
  const wanted = result.case.accepted.length === 1 ? result.case.accepted[0]?.[path] : undefined;
  const right = wanted === undefined || wanted === null ? undefined : await parse(path, wanted);
  const lost = right?.symbols.filter((symbol) => !two.symbols.some((other) => other.path === symbol.path)) ?? [];
  return lost.length === 0 ? undefined : `${lost.map((symbol) => symbol.path).join(", ")} is gone`;
}

async function parse(path: string, content: string | Uint8Array): ReturnType<typeof extractSymbols> {
  const language = languageOf(path);
  const decoded = decodeText(Buffer.from(content));
  if (language === undefined || decoded === undefined) return undefined;
  return await extractSymbols(language, { file: path, text: decoded.text }, { limitMs: 10_000 });
}

/** Most cases begin with the same text: each is compiled once. */
function listOnce(changed: readonly ChangedText[]): {
  readonly files: readonly CompiledFile[];
  indexOf(name: string, content: string | Uint8Array): number;
} {
  const files: CompiledFile[] = [];
  const indexes = new Map<string, number>();
  const keyOf = (name: string, content: string | Uint8Array): string =>
    `${name}\n${Buffer.from(content).toString("latin1")}`;
  for (const { path, before, after } of changed) {
    for (const content of [before, after]) {
      if (indexes.has(keyOf(path, content))) continue;
      indexes.set(keyOf(path, content), files.length);
      files.push({ name: path, content });
    }
  }
  return { files, indexOf: (name, content) => indexes.get(keyOf(name, content)) ?? -1 };
}
