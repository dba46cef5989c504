import { ToolError } from "toolwright";
import { showPath } from "../../../../workspace/paths/check-path.ts";
import { filesMeant } from "../../ecmascript-paths.ts";
import type { FileLookup } from "../../module-files.ts";
import type { SymbolMove } from "../symbol-move.ts";
import { isType, type Needs } from "./needs.ts";
import type { OldFilePlan } from "./old-file.ts";

/** Two files that import each other: fine as long as neither reads the other's values while it is loaded. */
export async function judgeCircle(
  move: SymbolMove,
  { needs, old, isFile }: { readonly needs: Needs; readonly old: OldFilePlan; readonly isFile: FileLookup },
): Promise<readonly string[]> {
  const { to, force } = move;
  const path = move.old.file.path;
  if (!old.isStillUsed || isType(move.oldSymbols, move.name)) return [];
  const before = await importsOld(move, isFile, needs);
  if (needs.ofOld.length === 0 && !before) return [];
  const isSafe = old.isDeferred && needs.ofOld.every(({ isDeferred }) => isDeferred);
  if (!isSafe && !force) {
    throw new ToolError(
      "circular",
      `${move.name} was not moved: ${showPath(path)} and ${showPath(to)} would import each other and read each other's values while they are loaded. Move what ${move.name} uses, too, or use \`force\`.`,
    );
  }
  return [`${path} and ${to} import each other now.`];
}

async function importsOld({ target, old, to }: SymbolMove, isFile: FileLookup, { drop }: Needs): Promise<boolean> {
  for (const { source, names, isTypeOnly } of target?.facts.imports ?? []) {
    const meant = await filesMeant(isFile, to, source);
    const isKept = names.length === 0 || names.some((name) => !drop.has(name) && !name.isTypeOnly);
    if (!isTypeOnly && isKept && meant.some(({ path }) => path === old.file.path)) return true;
  }
  return false;
}
