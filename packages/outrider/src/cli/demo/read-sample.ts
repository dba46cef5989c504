import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";

export interface SampleFile {
  readonly path: string;
  readonly text: string;
}

const maxFiles = 600;
const maxFileBytes = 1024 * 1024;
const maxBytes = 12 * 1024 * 1024;

/** A sample of these files, evenly spread and the same every time; files that are not plain text are left out. */
export async function readSample(root: string, paths: readonly string[]): Promise<readonly SampleFile[]> {
  const step = Math.max(1, Math.ceil(paths.length / maxFiles));
  const sample: SampleFile[] = [];
  let bytes = 0;
  for (let index = 0; index < paths.length && bytes < maxBytes; index += step) {
    const path = paths[index] ?? "";
    const text = await readText(join(root, path));
    if (text === undefined) continue;
    bytes += text.length;
    sample.push({ path, text });
  }
  return sample;
}

async function readText(file: string): Promise<string | undefined> {
  try {
    const { size } = await stat(file);
    if (size === 0 || size > maxFileBytes) return undefined;
    const text = await readFile(file, "utf8");
    return text.includes("\0") || text.includes("\uFFFD") ? undefined : text;
  } catch {
    // Deleted meanwhile or not readable: another file will do.
    return undefined;
  }
}
