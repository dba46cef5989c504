import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

export interface NewFile {
  readonly path: string;
  readonly text: string;
}

export function findExisting(files: readonly NewFile[]): string | undefined {
  return files.find((file) => existsSync(file.path))?.path;
}

/** Never over another file, even one that appeared a moment ago. */
export function writeFiles(files: readonly NewFile[]): void {
  for (const { path, text } of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { flag: "wx" });
  }
}
