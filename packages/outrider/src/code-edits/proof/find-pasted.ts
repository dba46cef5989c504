import { editingRulesOf } from "../../languages/editing-of.ts";
import { languageOf } from "../../languages/language-of.ts";
import { mayBePasted, type PastedName, type PastingRules } from "../../languages/pasted-names.ts";
import type { Target } from "../../syntax/references/target.ts";
import { lineIndexAt, lineStarts, withoutEol } from "../../workspace/text/line-ends.ts";
import { openFilesOf } from "../../workspace/walk/open-files.ts";
import type { EditContext } from "../edit-context.ts";
import { readOr } from "./find-leftovers.ts";
import type { UnprovenPlace } from "./proof.ts";

/** Macros that may make the name of a symbol out of parts, so that it is used where no search finds it. */
export async function findPasted(context: EditContext, target: Target): Promise<readonly UnprovenPlace[]> {
  const { name } = target.symbol;
  const { pasted } = editingRulesOf(target.language).names;
  if (pasted === undefined) return [];
  const joiners = new Set<string>();
  const places = await placesIn(context, pasted, [pasted.mark], (text) => {
    for (const joiner of pasted.joinersIn?.(text) ?? []) joiners.add(joiner);
    return pasted.namesIn(text).filter((each) => mayBePasted(name, each));
  });
  if (joiners.size === 0) return places;
  const some = [...joiners].slice(0, maxJoiners);
  const joined = await placesIn(context, pasted, some, (text) =>
    some
      .flatMap((joiner) => (text.includes(joiner) ? (pasted.joinedBy?.(text, joiner) ?? []) : []))
      .filter((each) => mayBePasted(name, each)),
  );
  return [...places, ...joined];
}

const maxLine = 120;
const maxJoiners = 20;

async function placesIn(
  { project, signal }: EditContext,
  pasted: PastingRules,
  containing: readonly string[],
  read: (text: string) => readonly PastedName[],
): Promise<readonly UnprovenPlace[]> {
  const places: UnprovenPlace[] = [];
  for await (const { path } of openFilesOf(project, { signal, containing })) {
    if (languageOf(path)?.editing?.names?.pasted !== pasted) continue;
    const text = (await readOr(project, path)) ?? "";
    const starts = lineStarts(text);
    for (const { start } of read(text)) {
      const line = lineIndexAt(starts, start);
      const shown = withoutEol(text.slice(starts[line] ?? 0, starts[line + 1])).trim();
      const why = "a macro there may make its name out of parts";
      places.push({ file: path, line, text: shown.slice(0, maxLine), why, at: undefined });
    }
  }
  return places;
}
