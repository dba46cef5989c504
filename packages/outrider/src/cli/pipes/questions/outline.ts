import { output } from "../../../tools/symbols/schema.ts";
import { amountOf } from "../../search/amounts.ts";
import { answerWords } from "../answer-words.ts";
import { declarationRows } from "../declaration-rows.ts";
import { describeCut, describeGaps } from "../describe-gaps.ts";
import type { PipeSession } from "../pipe-session.ts";
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
    .flatMap(({ file, symbols }) => symbols.map((row) => ({ ...row, file })));
  return {
    rows: await declarationRows(tools, found),
    total: `${amountOf(found.length, "declaration")}.`,
    notes: found.length === 0 ? [] : first.notes,
    // The notes say what was left out: of nothing, that is the answer.
    incomplete: [...describeGaps(first), ...(found.length === 0 ? first.notes : []), ...describeCut(cutFrom)],
  };
}
