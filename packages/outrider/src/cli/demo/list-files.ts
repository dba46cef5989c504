import { readRipgrep, type Spawner } from "../../workspace/walk/ripgrep.ts";

export interface FileList {
  /** Sorted, below the root, with "/" between. */
  readonly files: readonly string[];
  /** There are more. */
  readonly partial: boolean;
}

const mostBytes = 8 * 1024 * 1024;

/** The files that git would show. */
export async function listFiles(root: string, processes: Spawner, signal: AbortSignal): Promise<FileList> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of readRipgrep(processes, { args: ["--files", "--null"], cwd: root, signal })) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > mostBytes) break;
  }
  const names = Buffer.concat(chunks).toString("utf8").split("\0");
  // Behind the last NUL is nothing, or a name that was cut.
  names.pop();
  const files = names.map((name) => name.replaceAll("\\", "/")).toSorted();
  return { files, partial: bytes > mostBytes };
}
