import type { Replacement } from "../../../workspace/text/replacement.ts";
import type { FileLookup, ModuleFile } from "../module-files.ts";
import { type Place, placeAt } from "../move-place.ts";
import { directoryOf, relativeTarget } from "../python-paths.ts";
import { writeRelative } from "../python-sources.ts";

/** The imports of a file that is moved: relative ones mean the same afterwards, those of neighbours in no package are a doubt. */
export async function ownPythonSources(
  { file, facts }: ModuleFile,
  to: string,
  isFile: FileLookup,
): Promise<{ readonly replacements: readonly Replacement[]; readonly doubts: readonly Place[] }> {
  const replacements: Replacement[] = [];
  const doubts: Place[] = [];
  const directory = directoryOf(file.path);
  if (directory === directoryOf(to)) return { replacements, doubts };
  for (const { source, sourceSpan, span } of facts.imports) {
    if (!source.startsWith(".")) {
      const first = `${directory}/${source.split(".")[0] ?? ""}`;
      const isNeighbour = directory !== "" && directory !== "src" && !(await isFile(`${directory}/__init__.py`));
      if (isNeighbour && ((await isFile(`${first}.py`)) || (await isFile(`${first}/__init__.py`))))
        doubts.push(placeAt(file, span.start));
      continue;
    }
    const target = relativeTarget(file.path, source);
    const isPackage = target !== undefined && !(await isFile(`${target}.py`));
    const written =
      target === undefined
        ? undefined
        : await writeRelative(isFile, to, target, isPackage ? `${target}/__init__.py` : `${target}.py`);
    if (written === undefined || written === "") doubts.push(placeAt(file, span.start));
    else if (written !== source) replacements.push({ ...sourceSpan, text: written });
  }
  return { replacements, doubts };
}
