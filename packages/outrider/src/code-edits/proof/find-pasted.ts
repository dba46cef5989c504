import { editingRulesOf } from "../../languages/editing-of.ts";
import { languageOf } from "../../languages/language-of.ts";
import type { Target } from "../../syntax/references/target.ts";
import { lineIndexAt, lineStarts, withoutEol } from "../../workspace/text/line-ends.ts";
import { openFilesOf } from "../../workspace/walk/open-files.ts";
import type { EditContext } from "../edit-context.ts";
import { readOr } from "./find-leftovers.ts";
import type { UnprovenPlace } from "./proof.ts";

/** Macros that may make the name of a symbol out of parts, so that it is used where no search finds it. */
export async function findPasted({ project, signal }: EditContext, target: Target): Promise<readonly UnprovenPlace[]> {
  const { name } = target.symbol;
  const { pasted } = editingRulesOf(target.language).names;
  if (pasted === undefined) return [];
  const places: UnprovenPlace[] = [];
  for await (const { path } of openFilesOf(project, { signal, containing: [pasted.mark] })) {
    if (languageOf(path)?.editing?.names?.pasted !== pasted) continue;
    const text = (await readOr(project, path)) ?? "";
    const starts = lineStarts(text);
    for (const { prefix, suffix, start } of pasted.namesIn(text)) {
      const isLonger = name.length > prefix.length + suffix.length;
      if (!isLonger || !name.startsWith(prefix) || !name.endsWith(suffix)) continue;
      const line = lineIndexAt(starts, start);
      const shown = withoutEol(text.slice(starts[line] ?? 0, starts[line + 1]))
        .trim()
        .slice(0, maxLine);
      places.push({
        file: path,
        line,
        text: shown,
        why: "a macro there may make its name out of parts",
        at: undefined,
      });
    }
  }
  return places;
}

const maxLine = 120;
