import { basename } from "node:path";
import { ToolError } from "toolwright";
import { type HeldDirectory, holdDirectory } from "../workspace/writer/held-directory.ts";
import { hasCode } from "../workspace/writer/io-error.ts";

/**
 * Starts something in the directory that was judged, even if a link has replaced its path since. The
 * directory is held open until `start` is done. Except on Linux, a process gets its directory only by path.
 */
export async function inHeldDirectory<Value>(
  real: string,
  start: (cwd: string) => Value | Promise<Value>,
): Promise<Value> {
  if (process.platform !== "linux") return await start(real);
  const held = await hold(real);
  try {
    return await start(held.entry("."));
  } finally {
    await held.close();
  }
}

async function hold(real: string): Promise<HeldDirectory> {
  try {
    return await holdDirectory(real);
  } catch (error) {
    const name = JSON.stringify(basename(real));
    if (hasCode(error, "ENOENT", "ENOTDIR", "ELOOP")) {
      throw new ToolError("stale", `The directory ${name} was moved or replaced in the meantime; nothing was run.`, {
        retryable: true,
        cause: error,
      });
    }
    if (!hasCode(error, "EACCES", "EPERM")) throw error;
    throw new ToolError(
      "no_permission",
      `The directory ${name} may not be read by the user who runs Outrider, so nothing is run in it. Choose another \`cwd\`.`,
      { cause: error },
    );
  }
}
