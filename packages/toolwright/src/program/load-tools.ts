import { fileURLToPath } from "node:url";
import { isDefinitionError, isUsageError, usageError } from "../cli/usage-error.ts";
import { describeSyntaxError } from "./bundle-module.ts";
import { shortPath } from "./find-module.ts";
import { importFile } from "./import-file.ts";
import { readExports, type ToolModule } from "./read-exports.ts";

/** Loads the tools of a module; whatever is wrong with it is told with file and place. */
export async function loadTools(file: string): Promise<ToolModule> {
  const name = shortPath(file, process.cwd());
  return readExports(await importOrExplain(file, name), name);
}

async function importOrExplain(file: string, name: string): Promise<unknown> {
  try {
    return await importFile(file);
  } catch (error) {
    if (isUsageError(error) && !isDefinitionError(error)) throw error;
    const place = error instanceof SyntaxError ? await describeSyntaxError(file) : undefined;
    throw usageError(place ?? `${findPlace(error) ?? name}: ${reasonOf(error)}`, error);
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return `threw ${String(error)}`;
  const missing = /^Cannot find package '([^']+)'/.exec(error.message)?.[1];
  if (missing !== undefined) return `Cannot find package "${missing}". Next: npm install ${missing}`;
  return isDefinitionError(error) ? error.message : `${error.name}: ${error.message}`;
}

const frame = /(?:\(|at (?:async )?)((?:file:\/\/)?\/[^()\n]+?):(\d+:\d+)\)?$/gm;

/** The topmost frame that is neither Node's nor a package's; of a bad definition, the one that called `defineTool`. */
function findPlace(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const stack = (error.stack ?? "").split(/^ +at defineTool .*$/m).at(-1) ?? "";
  for (const [, path = "", position = ""] of stack.matchAll(frame)) {
    const file = path.startsWith("file:") ? fileURLToPath(path) : path;
    if (!file.includes("/node_modules/")) return `${shortPath(file, process.cwd())}:${position}`;
  }
  return undefined;
}
