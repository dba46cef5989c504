import { output } from "../../../tools/references/schema.ts";
import { amountOf } from "../../search/amounts.ts";
import { answerSymbols } from "../answer-words.ts";
import { describeCut, describeGaps, describeMissingServer, describeSource } from "../describe-gaps.ts";
import type { NamedSymbol } from "../find-target.ts";
import type { PipeSession } from "../pipe-session.ts";
import type { RowAnswer, Row } from "../row.ts";

/** A row for each reference of each symbol. */
export async function run(session: PipeSession): Promise<void> {
  await answerSymbols(session, async (target) => await findReferences(session, target));
}

async function findReferences({ tools, places, args }: PipeSession, target: NamedSymbol): Promise<RowAnswer> {
  const { role, within, tests } = args.values;
  const { first, all, cutFrom } = await tools.pages("references", output, {
    ...target,
    role,
    tests,
    within: within === undefined ? undefined : places.asked(within),
    output: "lines",
    limit: 1_000,
  });
  const rows = all.flatMap(({ files }) =>
    files.flatMap(({ file, lines = [] }) =>
      lines.flatMap(({ line, text, in: symbol, likely, role: own, columns }) =>
        columns.map((column): Row => ({
          file,
          line,
          column,
          text,
          symbol,
          likely,
          facts: { role: own, of: first.symbol },
        })),
      ),
    ),
  );
  const { symbol, declared, also_declared, outside, elsewhere, ignored, related, same_name } = first;
  const printed = args.given.has("likely") ? rows : rows.filter(({ likely }) => likely !== true);
  const inFiles = new Set(printed.map(({ file }) => file)).size;
  const inIgnored = ignored.reduce((sum, { count }) => sum + count, 0);
  return {
    rows,
    total: `${amountOf(printed.length, "reference")} to ${symbol} (${places.shown(declared)}) in ${amountOf(inFiles, "file")}, ${describeSource(first, printed.length < rows.length)}.`,
    notes: [
      ...(also_declared.length === 0 ? [] : [`Also declared: ${also_declared.map(places.shown).join(", ")}.`]),
      ...describeMissingServer(first),
      ...(elsewhere === undefined || elsewhere === 0
        ? []
        : [`${amountOf(elsewhere, "more reference")} outside of ${within}.`]),
      ...(outside === 0 ? [] : [`${amountOf(outside, "more reference")} outside of the project.`]),
      ...(inIgnored === 0 ? [] : [`${amountOf(inIgnored, "more reference")} in files that git ignores.`]),
      ...(related.length === 0
        ? []
        : [
            `By the heads of types it is related to ${related.map((each) => each.symbol).join(", ")}, which ${related.length === 1 ? "has" : "have"} uses of ${related.length === 1 ? "its" : "their"} own.`,
          ]),
      ...(same_name.count === 0
        ? []
        : [`${amountOf(same_name.count, "other symbol has", "other symbols have")} this name.`]),
    ],
    incomplete: [...describeGaps(first), ...describeCut(cutFrom)],
  };
}
