import { ToolError } from "toolwright";
import { openFilesOf } from "../../workspace/walk/open-files.ts";
import { showPath } from "../../workspace/paths/check-path.ts";
import type { DraftFile } from "../draft.ts";
import type { EditContext } from "../edit-context.ts";

const maxNamed = 5;

/** Build output and packages are generated: an edit there is lost or breaks something unnoticed. */
export async function refuseIgnored(
  { project, signal }: EditContext,
  touched: readonly { readonly file: DraftFile | undefined; readonly path: string }[],
): Promise<void> {
  const packaged = touched.filter(({ path }) => /(?:^|\/)(?:node_modules|\.git)\//.test(path)).map(({ path }) => path);
  const left = new Set(touched.flatMap(({ file }) => (file === undefined ? [] : [file.path])));
  if (left.size > 0 && packaged.length === 0) {
    for await (const { path } of openFilesOf(project, { signal })) if (left.delete(path) && left.size === 0) break;
  }
  const refused = packaged.length > 0 ? packaged : [...left];
  if (refused.length === 0) return;
  const named = refused.slice(0, maxNamed).map(showPath).join(", ");
  const more = refused.length > maxNamed ? ` and ${refused.length - maxNamed} more` : "";
  throw new ToolError(
    "ignored_file",
    `The language server's edit also changes ${named}${more}, which git ignores or a package manager owns; nothing was changed.`,
  );
}
