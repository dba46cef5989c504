import { output } from "../../../tools/symbols/schema.ts";
import { withCandidates } from "../answer-words.ts";
import { CallFailed } from "../call-tool.ts";
import { chooseMeant, listCandidates, type NamedSymbol, wholeName } from "../find-target.ts";
import type { PipeSession } from "../pipe-session.ts";
import { readLines } from "../read-lines.ts";
import { readWords } from "../read-words.ts";

/** The code of each declaration as it stands in its file. */
export async function run(session: PipeSession): Promise<void> {
  const { printer, args } = session;
  for await (const word of readWords(session)) {
    try {
      await withCandidates(session, word, async (target) => await printBody(session, target, word));
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      await printer.fail(args.positionals.length === 1 ? error.message : `${word}: ${error.message}`);
    }
  }
}

interface Declared {
  readonly file: string;
  readonly path: string;
  readonly kind: string;
  readonly from: number;
  readonly to: number;
}

async function printBody(session: PipeSession, target: NamedSymbol, word: string): Promise<void> {
  const { tools, printer, places, args } = session;
  const found = await declarationsOf(session, target);
  const [first] = found;
  if (first === undefined) {
    const message = `No declaration of ${JSON.stringify(word)} was found.`;
    throw new CallFailed({ code: "no_symbol", message });
  }
  const candidates = await listCandidates(session, target);
  if (candidates.length > 1)
    throw new CallFailed({ code: "ambiguous_symbol", message: `${candidates.length} declarations fit.` });
  for (const { file, path: symbol, kind, from, to } of found) {
    const { lines, notes } = await readLines(tools, file, from, to);
    const code = [...lines.values()].join("\n");
    await printer.text(
      args.given.has("json")
        ? `${JSON.stringify({ file: places.shown(file), line: from, end_line: to, symbol, kind, text: code })}${printer.end}`
        : `${code}${printer.end}`,
    );
    await printer.note(`${places.shown(file)}:${from}-${to}`);
    for (const note of notes) await printer.incomplete(note);
  }
}

/** Overloads are all shown: together they are the declaration. */
async function declarationsOf({ tools, printer }: PipeSession, target: NamedSymbol): Promise<readonly Declared[]> {
  const { symbol, path } = target;
  const { all, first } = await tools.pages("symbols", output, {
    name: wholeName(symbol),
    path,
    match: "exact",
    body: false,
    limit: 1_000,
  });
  if (first.partial !== undefined)
    await printer.incomplete(
      `${first.partial.done} of ${first.partial.total} files are read; ask again in some seconds.`,
    );
  if (first.total === 0) return [];
  const found = all
    .flatMap(({ files }) => files)
    .flatMap(({ file, symbols }) =>
      symbols
        .filter(({ level = 0 }) => level === 0)
        .map(({ path: own, kind, lines }) => {
          const [from = 1, to = from] = lines.split("-").map(Number);
          return { file, path: own, kind, from, to };
        }),
    );
  return chooseMeant(found, target);
}
