import { mkdir, stat } from "node:fs/promises";
import { ToolError } from "../tool/tool-error.ts";

/** Makes the directory for this user alone. One that others may write to is refused: they could swap what we stored. */
export async function ensurePrivateDirectory(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  // Windows has neither owners nor modes in this sense.
  const user = process.getuid?.();
  if (user === undefined) return;
  const { mode, uid } = await stat(directory);
  const isOwn = uid === user || user === 0;
  if (isOwn && (mode & 0o022) === 0) return;
  throw new ToolError(
    "spill_failed",
    `Nothing is stored in "${directory}": other users may change files there. It must belong to the user who runs this, with mode 700.`,
    { retryable: true },
  );
}
