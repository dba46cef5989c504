import { usageError } from "toolwright/cli";
import { output, type Output } from "../../../tools/symbols/schema.ts";
import { amountOf } from "../../search/amounts.ts";
import { answerWords } from "../answer-words.ts";
import type { Pages } from "../call-tool.ts";
import { declarationRows } from "../declaration-rows.ts";
import { describeCut, describeGaps } from "../describe-gaps.ts";
import { findTarget, wholeName } from "../find-target.ts";
import type { PipeSession } from "../pipe-session.ts";
import type { RowAnswer } from "../row.ts";

/** A row for each declaration of a name, or of a kind. */
export async function run(session: PipeSession): Promise<void> {
  const { args, printer } = session;
  if (args.positionals.length > 0)
    return await answerWords(session, async (word) => await findDeclarations(session, word));
  if (args.values["kind"] === undefined)
    throw usageError("defs needs a NAME, or --kind KIND for every declaration of a kind.");
  await printer.answer(await findDeclarations(session, undefined));
}

async function findDeclarations(session: PipeSession, word: string | undefined): Promise<RowAnswer> {
  const { tools, places, args } = session;
  const { kind, within } = args.values;
  const target = word === undefined ? undefined : await findTarget(session, word);
  const pages = await tools.pages("symbols", output, {
    name: target === undefined ? undefined : wholeName(target.symbol),
    path: target?.path ?? (within === undefined ? undefined : places.asked(within)),
    kind,
    match:
      word === undefined
        ? undefined
        : args.given.has("fuzzy")
          ? "fuzzy"
          : args.given.has("substring")
            ? "substring"
            : "exact",
    body: false,
    limit: 1_000,
  });
  return await describeDeclarations(session, pages, word);
}

async function describeDeclarations(
  { tools, places }: PipeSession,
  { first, all, cutFrom }: Pages<Output>,
  word: string | undefined,
): Promise<RowAnswer> {
  const found = all
    .flatMap(({ files }) => files)
    .flatMap(({ file, symbols }) => symbols.filter(({ level = 0 }) => level === 0).map((row) => ({ ...row, file })));
  const incomplete = [
    ...describeGaps(first),
    ...describeCut(cutFrom),
    ...(first.unparsed === undefined ? [] : [`${amountOf(first.unparsed, "file")} could not be parsed.`]),
    ...(first.cut === undefined ? [] : [`only ${amountOf(first.cut, "file")} are indexed; the project has more.`]),
  ];
  if (first.total === 0) {
    // The tool lists what resembles the name.
    const near = found.map(({ file, path }) => `${places.shown(file)}#${path}`);
    const guess = near.length === 0 ? [] : [`Did you mean:\n${near.join("\n")}`];
    return { rows: [], total: `No declaration of ${JSON.stringify(word ?? "")} was found.`, notes: guess, incomplete };
  }
  return {
    rows: await declarationRows(tools, found),
    total: `${amountOf(first.total, "declaration")}.`,
    incomplete,
  };
}
