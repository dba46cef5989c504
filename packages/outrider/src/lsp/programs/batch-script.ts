import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * The script that npm's batch file starts. Windows can only run a batch file through its shell, where arguments have
 * another meaning, so that it is never started itself.
 */
export async function scriptOfBatchFile(file: string): Promise<string | undefined> {
  const text = await readFile(file, "utf8").catch(() => "");
  const named = /"%(?:~dp0|dp0%)\\?([^"%]+?)"\s+%\*/.exec(text)?.[1];
  return named === undefined ? undefined : join(dirname(file), ...named.split("\\"));
}

export function isBatchFile(file: string): boolean {
  return /\.(?:cmd|bat)$/i.test(file);
}
