import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";

export interface SampleFile {
  readonly path: string;
  readonly text: string;
}

const mostFiles = 600;
const mostFileBytes = 1024 * 1024;
const mostBytes = 12 * 1024 * 1024;

/** Some of these files, evenly spread and the same ones every time; what is no plain text is left out. */
export async function readSample(root: string, paths: readonly string[]): Promise<readonly SampleFile[]> {
  const step = Math.max(1, Math.ceil(paths.length / mostFiles));
  const sample: SampleFile[] = [];
  let bytes = 0;
  for (let index = 0; index < paths.length && bytes < mostBytes; index += step) {
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
    if (size === 0 || size > mostFileBytes) return undefined;
    const text = await readFile(file, "utf8");
    return text.includes("\0") || text.includes("\uFFFD") ? undefined : text;
  } catch {
    // Gone meanwhile, or not ours to read: another one will do.
    return undefined;
  }
}
