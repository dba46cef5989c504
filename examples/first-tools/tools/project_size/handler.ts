import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { type Call, ToolError } from "toolwright";
import type { Services } from "../../services.ts";
import type { Input, Output } from "./schema.ts";

/** Counts the lines of every tracked text file, telling how far it is. */
export async function handle({ path = "." }: Input, { root }: Pick<Services, "root">, call: Call): Promise<Output> {
  const files = await listFiles(path, root, call);
  const kinds = new Map<string, { files: number; lines: number }>();
  let unread = 0;
  for (const [index, file] of files.entries()) {
    call.signal.throwIfAborted();
    call.progress({ message: "counting lines", done: index, total: files.length });
    const bytes = await readFile(join(root, file), { signal: call.signal }).catch(() => undefined);
    if (bytes === undefined) unread += 1;
    if (bytes === undefined || bytes.includes(0)) continue;
    const kind = extname(file) === "" ? "(none)" : extname(file);
    const count = kinds.get(kind) ?? { files: 0, lines: 0 };
    kinds.set(kind, { files: count.files + 1, lines: count.lines + countLines(bytes) });
  }
  const rows = [...kinds]
    .map(([kind, count]) => ({ kind, ...count }))
    .toSorted((left, right) => right.lines - left.lines);
  return {
    files: rows.reduce((sum, row) => sum + row.files, 0),
    lines: rows.reduce((sum, row) => sum + row.lines, 0),
    kinds: rows,
    unread,
  };
}

async function listFiles(path: string, root: string, call: Call): Promise<string[]> {
  const { exitCode, stdout, stderr } = await call.exec("git", ["ls-files", "-z", "--", path], {
    cwd: root,
    maxOutputBytes: 64 * 1024 * 1024,
  });
  if (exitCode === 0 && !stdout.truncated) return stdout.text.split("\0").filter((file) => file !== "");
  throw new ToolError("no_files", `git could not list ${JSON.stringify(path)}: ${stderr.text.trim()}`);
}

/** A last line without an end counts as a line. */
function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (const byte of bytes) if (byte === 10) lines += 1;
  return bytes.length > 0 && bytes.at(-1) !== 10 ? lines + 1 : lines;
}
