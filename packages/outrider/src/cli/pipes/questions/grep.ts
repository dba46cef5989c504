import { stat } from "node:fs/promises";
import { usageError } from "toolwright/cli";
import { output } from "../../../tools/grep/schema.ts";
import { amountOf } from "../../search/amounts.ts";
import { CallFailed } from "../call-tool.ts";
import { describeCut } from "../describe-gaps.ts";
import type { PipeSession } from "../pipe-session.ts";
import { readWords } from "../read-words.ts";
import type { Row } from "../row.ts";

/** A row for each line with a match, of all patterns together. */
export async function run(session: PipeSession): Promise<void> {
  const { tools, places, args, printer } = session;
  const patterns: string[] = [];
  for await (const pattern of readWords(session)) patterns.push(pattern);
  await refusePaths(session, patterns);
  if (patterns.length === 0) return;
  const { values, given, every } = args;
  try {
    const { first, all, cutFrom } = await tools.pages("grep", output, {
      pattern: patterns.length === 1 ? patterns[0] : patterns,
      path: values["within"] === undefined ? places.here : places.asked(values["within"]),
      glob: every["glob"],
      type: values["type"],
      literal: given.has("literal"),
      word: given.has("word"),
      ignore_case: given.has("ignore-case"),
      tests: values["tests"],
      output: given.has("files") ? "files" : "lines",
      limit: 1_000,
    });
    const files = all.flatMap((page) => page.files);
    const rows = files.flatMap(({ file, lines }): Row[] =>
      lines === undefined
        ? [{ file, text: "" }]
        : lines.filter(({ match }) => match).map(({ line, column, text }) => ({ file, line, column, text })),
    );
    const problems = files.flatMap(({ file, problem }) =>
      problem === undefined ? [] : [`${places.shown(file)} ${problem}.`],
    );
    const matches = first.matches === undefined ? "" : `${amountOf(first.matches, "match", "matches")} in `;
    await printer.answer({
      rows: rows.filter(({ line }) => line !== undefined || given.has("files")),
      total: `${matches}${amountOf(first.in_files, "file")}.`,
      notes: first.notes,
      incomplete: [
        ...problems,
        ...(first.unreadable === true ? ["some files could not be read."] : []),
        ...describeCut(cutFrom),
      ],
    });
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    await printer.fail(error.message);
  }
}

/** Users of grep write a path after the pattern; taken as a pattern, it would find something else. */
async function refusePaths({ places }: PipeSession, [, ...others]: readonly string[]): Promise<void> {
  for (const word of others) {
    const isThere = (await stat(places.onDisk(word)).catch(() => undefined)) !== undefined;
    if (isThere)
      throw usageError(
        `${JSON.stringify(word)} is a path, and each argument of outrider grep is a pattern. To search in it: --within ${word}`,
      );
  }
}
