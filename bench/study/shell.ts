// oxlint-disable-next-line no-restricted-imports -- a bench, which starts what an agent asks for
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { note } from "./log.ts";

const maxCharacters = 30_000;

/** Runs a command as a coding client would, and writes down what the agent sees of it. */
export async function shell(
  { project, folder }: { readonly project: string; readonly folder: string },
  given: string,
): Promise<void> {
  const command = given === "-" ? readFileSync(0, "utf8") : given;
  const at = Date.now();
  const run = spawnSync("bash", ["-c", command], {
    cwd: project,
    encoding: "utf8",
    maxBuffer: 1e9,
    timeout: 300_000,
    // As in a client: ripgrep without a path would search a pipe instead of the project.
    stdio: ["ignore", "pipe", "pipe"],
  });
  const seen = cut(`${run.stdout}${run.stderr}`) + (run.status === 0 ? "" : `\nexit ${String(run.status)}\n`);
  note(folder, { at, ms: Date.now() - at, means: "shell", sent: command, seen, failed: run.status !== 0 });
  process.stdout.write(seen);
}

function cut(text: string): string {
  if (text.length <= maxCharacters) return text;
  const half = maxCharacters / 2;
  return `${text.slice(0, half)}\n… ${text.length - maxCharacters} characters cut …\n${text.slice(-half)}`;
}
