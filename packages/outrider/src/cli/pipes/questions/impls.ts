import { output } from "../../../tools/hierarchy/schema.ts";
import { amountOf } from "../../search/amounts.ts";
import { answerSymbols } from "../answer-words.ts";
import { describeCut, describeGaps, describeMissingServer, describeSource } from "../describe-gaps.ts";
import type { NamedSymbol } from "../find-target.ts";
import type { PipeSession } from "../pipe-session.ts";
import { readPlaces } from "../read-lines.ts";
import type { RowAnswer } from "../row.ts";

/** A row for each type below a type, or each implementation of a method. */
export async function run(session: PipeSession): Promise<void> {
  await answerSymbols(session, async (target) => await findTypes(session, target));
}

async function findTypes({ tools, places, args }: PipeSession, target: NamedSymbol): Promise<RowAnswer> {
  const { tests, depth } = args.values;
  const { first, all, cutFrom } = await tools.pages("hierarchy", output, {
    ...target,
    direction: args.given.has("supertypes") ? "supertypes" : undefined,
    depth: depth === undefined ? undefined : Number(depth),
    tests,
  });
  const found = all.flatMap(({ rows }) => rows).filter(({ again }) => again === undefined);
  const shown = await readPlaces(
    tools,
    found.map(({ file, line, symbol }) => ({ file, line, name: symbol })),
  );
  const printed = args.given.has("likely") ? found.length : found.filter(({ likely }) => likely !== true).length;
  return {
    rows: found.map(({ file, line, symbol, likely, level, relation, shape, impl, pointer, test }, index) => ({
      file,
      line,
      ...shown[index],
      text: shown[index]?.text ?? symbol,
      symbol,
      likely,
      facts: { level, relation, shape, impl, pointer, test },
    })),
    total: `${amountOf(printed, relationOf[first.direction])} of ${first.symbol} (${places.shown(first.declared)}), ${describeSource(first, printed < found.length)}.`,
    notes: [
      ...describeMissingServer(first),
      ...(first.outside.length === 0 ? [] : [`Outside of the project: ${first.outside.join(", ")}.`]),
    ],
    incomplete: [...describeGaps(first), ...describeCut(cutFrom)],
  };
}

const relationOf = { subtypes: "subtype", supertypes: "supertype", implementations: "implementation" } as const;
