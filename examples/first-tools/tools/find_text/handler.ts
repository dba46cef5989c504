import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type Call, createOutputGuard, ToolError } from "toolwright";
import type { Services } from "../../services.ts";
import type { Input, Match, Output } from "./schema.ts";

/** Searches the tracked files with git, which skips binary and ignored ones. */
export async function handle(input: Input, { root }: Pick<Services, "root">, call: Call): Promise<Output> {
  const { text, path = "." } = input;
  const args = ["--literal-pathspecs", "grep", "--line-number", "-z", "-I", "--fixed-strings", "-e", text, "--", path];
  const { exitCode, stdout, stderr } = await call.exec("git", args, { cwd: root, maxOutputBytes: 16 * 1024 * 1024 });
  if (exitCode !== 0 && exitCode !== 1) {
    throw new ToolError("search_failed", `git could not search ${JSON.stringify(path)}: ${stderr.text.trim()}`);
  }
  // To git a path that is not there is one without matches.
  if (exitCode === 1 && !existsSync(resolve(root, path))) {
    const next = { tool: "find_text", input: { text } };
    throw new ToolError("no_path", `There is no file or directory ${JSON.stringify(path)}.`, { next });
  }
  if (stdout.truncated) {
    throw new ToolError(
      "too_many_matches",
      `${JSON.stringify(text)} has over 16 MiB of matches; use a longer text or a path.`,
    );
  }
  const { items, overflow } = createOutputGuard(input).capItems(
    parseMatches(stdout.text),
    "Narrow with path, or page with offset and limit.",
    (match) => match.file,
  );
  return { matches: [...items], ...(overflow === undefined ? {} : { overflow }) };
}

/** With -z git writes `file NUL line NUL text`. */
export function parseMatches(printed: string): Match[] {
  return printed
    .split("\n")
    .filter((row) => row !== "")
    .map((row) => {
      const [file = "", line = "", ...text] = row.split("\0");
      return { file, line: Number(line), text: text.join("\0") };
    });
}
