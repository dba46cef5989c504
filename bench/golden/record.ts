import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { listTree } from "./list-tree.ts";
import { type McpClient, openMcpClient } from "./mcp-client.ts";
import { idPatterns, type Normaliser } from "./normalise.ts";
import { makePlace, type Place, writeProjectFiles } from "./place.ts";
import type { Project } from "./projects/project.ts";
import { isToolStep, type Session, type Step, type ToolStep } from "./session.ts";
import { showAnswer } from "./show-answer.ts";

export interface RecordOptions {
  /** The program that is asked: `bin/outrider.js` of a built clone. */
  readonly program: string;
  readonly directory: string;
  /** Where the language servers are; the same for all programs. */
  readonly nodeModules: string;
  readonly normaliser: Normaliser;
}

/** Says that more is known a moment later, which a slow machine must not decide. */
const unsettled =
  /still loading|files read so far|found so far|Not settled|Not parsed, may have more|was not parsed|had no answer within|took longer than|took too long|Being built|not compared: .*(?:has not|goes on|ended)/;
/** Only these are asked again: they change nothing, and their answers are no texts in which such words may stand. */
const settling = /^(?:call_graph|diagnostics|hierarchy|index|references|semantic_search|symbol_at|symbols)$/;
const maxTries = 40;

/** Runs the steps of a session and writes a file for each, and one with the project's tree at the end. */
export async function recordSession(session: Session, project: Project, options: RecordOptions): Promise<void> {
  const { program, directory, nodeModules, normaliser } = options;
  const place = makePlace(session, project, nodeModules);
  const folder = join(directory, session.name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  normaliser.startSession();
  const ids: Record<string, string> = { ROOT: place.root, OUTSIDE: place.outside, TEMP: place.temp };
  const write = (name: string, text: string): void =>
    writeFileSync(join(folder, `${name}.txt`), `${normaliser.normalise(text)}\n`);

  const needsServer = session.steps.some((step) => isToolStep(step) || "request" in step);
  const client = needsServer ? await openClient(session, program, place) : undefined;
  try {
    // A build that dies is a difference like any other.
    if (client !== undefined) write("000-initialize", await initialize(client, session).catch(String));
    for (const step of session.warmUp ?? []) await runTool(step, client, ids).catch(String);
    for (const [at, step] of session.steps.entries()) {
      const number = String(at + 1).padStart(3, "0");
      const shown = await runStep(step, { client, place, ids, program }).catch(String);
      write(`${number}-${titleOf(step)}`, `${JSON.stringify(step)}\n${shown}`);
    }
  } finally {
    await client?.close();
  }
  write("999-tree", listTree(place.root));
}

interface Running {
  readonly client: McpClient | undefined;
  readonly place: Place;
  readonly ids: Record<string, string>;
  readonly program: string;
}

async function runStep(step: Step, { client, place, ids, program }: Running): Promise<string> {
  if (isToolStep(step)) return await runTool(step, client, ids);
  if ("command" in step) return runCommand(program, fill(step.command, ids), place);
  if ("request" in step) {
    const answered = await client?.request(step.request, fill(step.params, ids));
    return showAnswer(answered?.answer, answered?.asked);
  }
  for (const [path, content] of Object.entries(step.write)) {
    if (content === null) rmSync(join(place.root, path), { recursive: true });
    else writeProjectFiles(place.root, { [path]: content });
  }
  return "written";
}

/** Asks again while the answer says that more is to come. */
async function runTool(
  [tool, input]: ToolStep,
  client: McpClient | undefined,
  ids: Record<string, string>,
): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    const answered = await client?.request("tools/call", { name: tool, arguments: fill(input, ids) });
    const shown = showAnswer(answered?.answer, answered?.asked);
    if (tries < maxTries && isUnsettled(tool, shown)) {
      await sleep(500);
      continue;
    }
    for (const [kind, pattern] of Object.entries(idPatterns)) {
      const last = shown.match(pattern)?.at(-1);
      if (last !== undefined) ids[kind] = last;
    }
    return shown;
  }
}

/** An edit is asked for again only where it was refused, and so has changed nothing. */
function isUnsettled(tool: string, shown: string): boolean {
  if (tool === "edit_code") return /^isError: true$[^]*could not be read$/m.test(shown);
  return settling.test(tool) && unsettled.test(shown);
}

async function openClient(session: Session, program: string, place: Place): Promise<McpClient> {
  const argv = [program, "serve", "--project", place.root, ...(session.flags ?? [])];
  return await openMcpClient(argv, place.root, place.env, session.person);
}

async function initialize(client: McpClient, { person }: Session): Promise<string> {
  const { answer, asked } = await client.request("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: person === undefined ? {} : { elicitation: { form: {} } },
    clientInfo: { name: "golden", version: "1.0.0" },
  });
  client.notify("notifications/initialized");
  return showAnswer(answer, asked);
}

function runCommand(program: string, argv: readonly string[], place: Place): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...argv], {
    cwd: place.root,
    env: place.env,
    encoding: "utf8",
    input: "",
    timeout: 120_000,
  });
  return [`exit ${status}`, "--- stdout", stdout, "--- stderr", stderr].join("\n");
}

/** Puts in what is known only while it runs. */
function fill<Value>(value: Value, ids: Readonly<Record<string, string>>): Value {
  if (value === undefined) return value;
  const text = JSON.stringify(value).replaceAll(/\$([A-Z]+)\b/g, (found, name: string) => ids[name] ?? found);
  return JSON.parse(text);
}

function titleOf(step: Step): string {
  if (isToolStep(step)) return step[0];
  if ("command" in step) return `outrider-${step.command[0] ?? ""}`.replaceAll(/[^\w-]/g, "");
  return "request" in step ? step.request.replaceAll("/", "-") : "write";
}
