import type { Stats } from "node:fs";
import { lstat, mkdir } from "node:fs/promises";
import { ToolError } from "../tool/tool-error.ts";

/** Makes the directory for this user alone. */
export async function ensurePrivateDirectory(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await requirePrivateDirectory(directory);
}

/** Refuses a directory that others may write to, for they could swap what we stored, and a link that they may turn. */
export async function requirePrivateDirectory(directory: string): Promise<void> {
  const facts = await lstat(directory);
  const problem = findProblem(facts);
  if (problem === undefined) return;
  const { mode, uid } = facts;
  // The model is not told the path, whoever looks after the host is.
  const cause = new Error(`${JSON.stringify(directory)} has owner ${uid} and mode ${(mode & 0o777).toString(8)}.`);
  throw new ToolError("spill_failed", `No output is stored or read: ${problem}.`, { retryable: true, cause });
}

function findProblem(facts: Stats): string | undefined {
  if (facts.isSymbolicLink()) return "the directory for it is a symbolic link; name the directory that it leads to";
  if (!isOwn(facts)) return "the directory for it belongs to another user; it must belong to the user who runs this";
  // Windows has no modes in this sense.
  if (process.platform === "win32" || (facts.mode & 0o022) === 0) return undefined;
  return "other users may change files in the directory for it; give it mode 700";
}

/** Whether it belongs to the user who runs this; root is no exception. Always so on Windows, which tells no owners. */
export function isOwn({ uid }: Stats): boolean {
  // Not the real user: what this process makes belongs to the effective one.
  const user = process.geteuid?.();
  return user === undefined || user === uid;
}
