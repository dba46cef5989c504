import { join } from "node:path";
import { vi } from "vitest";
import { packageRoot, startProgram, startToolwright } from "../cli-process.ts";
import type { ProcessResult, StartedProcess } from "../started-process.ts";

const fixture = join(packageRoot, "test", "fixtures", "cli-tools", "index.ts");

/** More tools, that ask, wait and fail. */
export const chatFixture = join(packageRoot, "test", "fixtures", "chat-tools", "index.ts");

/** Runs `toolwright chat` with the tools of the fixture, without a terminal; `rest` is what a shell has behind it. */
export function startChat(argv: readonly string[], cwd: string, stdin = "", rest = ""): StartedProcess {
  const words = ["chat", "--from", fixture, ...argv];
  const started =
    rest === ""
      ? startToolwright(words, cwd)
      : startProgram("sh", ["-c", `toolwright "$@" ${rest}`, "sh", ...words], cwd);
  started.child.stdin.end(stdin);
  return started;
}

export async function chat(
  argv: readonly string[],
  cwd: string,
  stdin = "",
  env: Readonly<Record<string, string>> = {},
): Promise<ProcessResult> {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const { ended } = startChat(argv, cwd, stdin);
  if (Object.keys(env).length > 0) vi.unstubAllEnvs();
  return await ended;
}

/** The same on a pseudo-terminal of that width; `rest` is what the shell does afterwards. */
export function startChatOnTerminal(argv: readonly string[], cwd: string, columns = 80, rest = ""): StartedProcess {
  const words = argv.map((word) => `'${word}'`).join(" ");
  const command = `stty cols ${columns} rows 24; toolwright chat --from '${fixture}' ${words}${rest}`;
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
