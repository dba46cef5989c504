import { posix } from "node:path";
import type { Draft } from "../../../draft.ts";
import type { EditContext } from "../../../edit-context.ts";
import { filesMeant, isRelative, type PathStyle } from "../../ecmascript-paths.ts";
import type { FileLookup, ModuleFile } from "../../module-files.ts";
import type { SymbolMove } from "../symbol-move.ts";

/** How imports write the endings of files here: as the two files do, else as the compiler's settings want it. */
export async function chooseStyle(
  { project }: EditContext,
  _draft: Draft,
  { old, target, to }: SymbolMove,
  isFile: FileLookup,
): Promise<PathStyle> {
  for (const module of target === undefined ? [old] : [old, target]) {
    const style = await styleIn(module, isFile);
    if (style !== undefined) return style;
  }
  if (/\.[mc]?jsx?$/.test(to)) return "exact";
  for (let directory = posix.dirname(to); ; directory = posix.dirname(directory)) {
    const path = posix.join(directory, "tsconfig.json");
    if (await isFile(path))
      return settingsStyle((await project.files.readText(await project.files.locate(path, "read"))).text);
    if (directory === "." || directory === "/") return "none";
  }
}

async function styleIn({ file, facts }: ModuleFile, isFile: FileLookup): Promise<PathStyle | undefined> {
  for (const { source, form } of facts.imports) {
    if (form !== "static" || !isRelative(source)) continue;
    const [first, ...others] = await filesMeant(isFile, file.path, source);
    const isCode = first !== undefined && /\.[mc]?[jt]sx?$/.test(first.path);
    if (isCode && others.length === 0) return first.style === "directory" ? "none" : first.style;
  }
  return undefined;
}

function settingsStyle(text: string): PathStyle {
  if (/"(?:allowImportingTsExtensions|rewriteRelativeImportExtensions)"\s*:\s*true/.test(text)) return "exact";
  return /"module(?:Resolution)?"\s*:\s*"node(?:16|18|20|next)"/i.test(text) ? "js" : "none";
}
