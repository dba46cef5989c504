import { ToolError } from "toolwright";
import type { StoredOutputs } from "../../shell/shell.ts";

const handle = /@(?:cmd|out)_[a-z2-7]{16}(?![a-z2-7])/g;

export function hasHandles(command: string): boolean {
  return command.match(handle) !== null;
}

/** Replaces each handle by the path of a readable file while `use` runs, which gets the files too. */
export async function withHandles<Value>(
  command: string,
  outputs: StoredOutputs,
  use: (command: string, files: readonly string[]) => Promise<Value>,
  files: readonly string[] = [],
): Promise<Value> {
  const [first] = command.match(handle) ?? [];
  if (first === undefined) return await use(command, files);
  return await outputs.withFile(first, async (file) => {
    const filled = command.replaceAll(first, plainPath(file));
    return await withHandles(filled, outputs, use, [...files, file]);
  });
}

// It may be inside any quotes, so nothing in it may have a meaning to a shell.
function plainPath(file: string): string {
  const path = file.replaceAll("\\", "/");
  if (/^[\p{L}\p{N}/._:+-]+$/u.test(path)) return path;
  throw new ToolError(
    "unusable_path",
    "The stored output lies in a directory whose name has blanks or signs, so its handle cannot stand in a command. Use grep or read_file with the handle.",
  );
}
