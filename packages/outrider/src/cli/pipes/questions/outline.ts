import { output } from "../../../tools/symbols/schema.ts";
import { amountOf } from "../../search/amounts.ts";
import { answerWords } from "../answer-words.ts";
import { describeCut, describeGaps } from "../describe-gaps.ts";
import type { PipeSession } from "../pipe-session.ts";
import { readPlaces } from "../read-lines.ts";
import type { RowAnswer } from "../row.ts";

/** A row for each declaration of a file, indented by its level. */
export async function run(session: PipeSession): Promise<void> {
  await answerWords(session, async (file) => await outline(session, file));
}

async function outline({ tools, places, args }: PipeSession, word: string): Promise<RowAnswer> {
  const { depth, kind } = args.values;
  const path = places.asked(word);
  const { first, all, cutFrom } = await tools.pages("symbols", output, {
    path,
    kind,
    depth: depth === undefined ? undefined : Number(depth),
    limit: 1_000,
  });
  const found = all
    .flatMap(({ files }) => files)
    .flatMap(({ file, symbols }) => symbols.map((row) => ({ file, ...row })));
  const shown = await readPlaces(
    tools,
    found.map(({ file, lines, path: name }) => ({ file, line: Number.parseInt(lines, 10), name })),
  );
  return {
    rows: found.map(({ file, lines, path: symbol, kind: own, signature, level = 0, test }, index) => ({
      file,
      line: Number.parseInt(lines, 10),
      column: shown[index]?.column,
      text: "  ".repeat(level) + signature,
      symbol,
      facts: { lines, kind: own, level, test },
    })),
    total: `${amountOf(found.length, "declaration")}.`,
    notes: first.notes,
    incomplete: [...describeGaps(first), ...describeCut(cutFrom)],
  };
}
