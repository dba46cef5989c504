import { join } from "node:path";
import { packageRoot, startProgram, startToolwright } from "../cli-process.ts";
import type { ProcessResult, StartedProcess } from "../started-process.ts";

const fixture = join(packageRoot, "test", "fixtures", "cli-tools", "index.ts");

/** Runs `toolwright chat` with the tools of the fixture, without a terminal. */
export function startChat(argv: readonly string[], cwd: string, stdin = ""): StartedProcess {
  const started = startToolwright(["chat", "--from", fixture, ...argv], cwd);
  started.child.stdin.end(stdin);
  return started;
}

export async function chat(argv: readonly string[], cwd: string, stdin = ""): Promise<ProcessResult> {
  return await startChat(argv, cwd, stdin).ended;
}

/** The same on a pseudo-terminal of that width. */
export function startChatOnTerminal(argv: readonly string[], cwd: string, columns = 80): StartedProcess {
  const words = argv.map((word) => `'${word}'`).join(" ");
  const command = `stty cols ${columns} rows 24; toolwright chat --from '${fixture}' ${words}`;
  return startProgram("script", ["-qec", command, "/dev/null"], cwd);
}

/** Names the model of a server. */
export function modelFlags(url: string): readonly string[] {
  return ["--base-url", url, "--model", "mock"];
}

/** What a program reads. */
export function readLines(
  stdout: string,
): readonly { readonly type: string; readonly outcome?: Readonly<Record<string, unknown>> }[] {
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}
