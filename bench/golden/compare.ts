import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createTwoFilesPatch } from "diff";

export interface Difference {
  /** `session/number-tool`. */
  readonly call: string;
  readonly diff: string;
}

/** Every transcript of both directories, those that only one of them has included. */
export function compareTranscripts(before: string, after: string): readonly Difference[] {
  const names = [...new Set([...transcriptsIn(before), ...transcriptsIn(after)])].sort();
  return names.flatMap((name) => {
    const [old, now] = [read(join(before, name)), read(join(after, name))];
    if (old === now) return [];
    const diff = createTwoFilesPatch("before", "after", old, now, undefined, undefined, { context: 2 });
    return [{ call: name.replace(/\.txt$/, ""), diff: diff.split("\n").slice(1).join("\n") }];
  });
}

export function transcriptsIn(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".txt"))
    .map((name) => name.replaceAll("\\", "/"));
}

function read(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}
