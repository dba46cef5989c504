import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import * as z from "zod";
import { createLog, type Log } from "../../../toolwright/test/mcp/log.ts";
import { initializeParams, rawAnswer, type RawAnswer } from "../../../toolwright/test/mcp/raw-message.ts";
import { makeHome, packageRoot } from "./outrider-process.ts";
import { writeFiles } from "./temp-project.ts";

/** The built program as a client starts it, spoken to without any library. */
export interface ServedOutrider {
  readonly child: ChildProcessWithoutNullStreams;
  readonly project: string;
  readonly answers: Log<RawAnswer>;
  readonly stderr: string[];
  send(message: object): void;
  request(method: string, params?: object): Promise<RawAnswer>;
  /** Starts a call and does not wait for it; the id is what cancels it. */
  start(tool: string, input: object, extra?: object): string;
  call(tool: string, input: object): Promise<string>;
}

/** A variable that is undefined is not there. */
export type Environment = Readonly<Record<string, string | undefined>>;

const toolResult = z.object({ content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })) });

export interface ServeChoice {
  /** Arguments of `serve`. */
  readonly args?: readonly string[];
  /** A project that is there already; one in the temporary home by default. */
  readonly project?: string;
  /** A program with its arguments that starts it. */
  readonly under?: readonly string[];
}

export function spawnServe(
  args: readonly string[],
  files: Readonly<Record<string, string>>,
  env: Environment = {},
  { project: given, under = [] }: ServeChoice = {},
): { readonly child: ChildProcessWithoutNullStreams; readonly project: string } {
  const home = makeHome();
  const project = given ?? join(home.home, "project");
  writeFiles(project, given === undefined ? { "a.txt": "hello\n", ...files } : files);
  const { XDG_CONFIG_HOME: _, XDG_STATE_HOME: __, ...inherited } = process.env;
  const program = [join(packageRoot, "bin", "outrider.js"), "serve", "--project", project, ...args];
  const [command = process.execPath, ...rest] = [...under, process.execPath, ...program];
  const child = spawn(command, rest, { cwd: project, env: { ...inherited, ...home.env, ...env } });
  onTestFinished(() => void child.kill("SIGKILL"));
  return { child, project };
}

export async function openServedOutrider(
  files: Readonly<Record<string, string>> = {},
  env: Environment = {},
  choice: ServeChoice = {},
): Promise<ServedOutrider> {
  const { child, project } = spawnServe(choice.args ?? [], files, env, choice);
  const answers = createLog<RawAnswer>();
  const stderr: string[] = [];
  createInterface(child.stdout).on("line", (line) => answers.add(rawAnswer.parse(JSON.parse(line))));
  createInterface(child.stderr).on("line", (line) => stderr.push(line));
  child.stdin.on("error", () => {});
  const send = (message: object): void => void child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  let lastId = 0;
  const request = async (method: string, params?: object): Promise<RawAnswer> => {
    const id = `r${(lastId += 1)}`;
    const fresh = answers.fromNow();
    send({ id, method, params });
    return await fresh.find((answer) => answer.id === id, 120_000);
  };
  const early = once(child, "exit").then(([code]) => {
    throw new Error(`It ended with ${String(code)} before it answered: ${stderr.join("\n")}`);
  });
  early.catch(() => {});
  await Promise.race([request("initialize", initializeParams), early]);
  send({ method: "notifications/initialized" });
  return {
    child,
    project,
    answers,
    stderr,
    send,
    request,
    start(tool, input, extra = {}) {
      const id = `c${(lastId += 1)}`;
      send({ id, method: "tools/call", params: { name: tool, arguments: input, ...extra } });
      return id;
    },
    async call(tool, input) {
      const { result } = await request("tools/call", { name: tool, arguments: input });
      return toolResult
        .parse(result)
        .content.map(({ text }) => text ?? "")
        .join("\n");
    },
  };
}
