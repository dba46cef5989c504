import { posix } from "node:path";
import type { Replacement } from "../../../workspace/text/text-file.ts";
import type { Draft } from "../../draft.ts";
import type { EditContext } from "../../edit-context.ts";
import type { FileMove, FilePlan } from "../file-plan.ts";
import { type Location, locationAt } from "../location.ts";
import { createLookup, readModuleFile, readModulesNaming } from "../module-files.ts";

/** C and C++: `#include "…"` relative to the including file; only the build knows other include directories. */
export async function planIncludedFile(context: EditContext, draft: Draft, { file, to }: FileMove): Promise<FilePlan> {
  const isFile = createLookup(context, draft);
  const { modules, closed } = await readModulesNaming(context, draft, [posix.basename(file.path)]);
  const others: FilePlan["others"][number][] = [];
  const doubts: Location[] = closed.map((path) => ({ path, line: 0, text: "could not be read or may not be edited" }));
  for (const module of modules) {
    if (module.file.path === file.path) continue;
    const replacements: Replacement[] = [];
    for (const { source, sourceSpan } of module.facts.imports) {
      if (posix.basename(source) !== posix.basename(file.path)) continue;
      const beside = posix.join(posix.dirname(module.file.path), source);
      if (beside === file.path) replacements.push({ ...sourceSpan, text: includePath(module.file.path, to) });
      else if (`/${file.path}`.endsWith(`/${posix.normalize(source)}`) && !(await isFile(beside)))
        doubts.push(locationAt(module.file, sourceSpan.start));
    }
    if (replacements.length > 0) others.push({ file: module.file, replacements });
    doubts.push(...angleIncludes(module.file.text, file.path).map((start) => locationAt(module.file, start)));
  }
  const own = await readModuleFile(context, file);
  const ownReplacements: Replacement[] = [];
  for (const { source, sourceSpan } of own?.facts.imports ?? []) {
    const beside = posix.join(posix.dirname(file.path), source);
    const text = (await isFile(beside)) ? includePath(to, beside) : source;
    if (text !== source) ownReplacements.push({ ...sourceSpan, text });
  }
  return { others, own: ownReplacements, doubts, leftAlone: [], notes: [] };
}

function includePath(from: string, path: string): string {
  return posix.relative(posix.dirname(from), path);
}

/** `#include <a/b.h>` that matches the end of the path. */
function angleIncludes(text: string, path: string): readonly number[] {
  return [...text.matchAll(/^[ \t]*#[ \t]*include[ \t]*<([^>\n]+)>/gm)].flatMap(({ 1: source = "", index }) =>
    source.includes("/") && `/${path}`.endsWith(`/${source}`) ? [index] : [],
  );
}
