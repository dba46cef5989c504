import { writeSync } from "node:fs";
import { isatty } from "node:tty";
import { connectResident, type ResidentConnection, ResidentError } from "toolwright/resident";
import { findResident } from "./find-resident.ts";
import { type CommandAsk, fieldsOf, outputs } from "./wire.ts";

interface Asked {
  readonly packageRoot: string;
  /** Without the interpreter and the program. */
  readonly argv: readonly string[];
}

const failedCode = 2;
const noneCode = 1;
/** For completion: to start a process would take longer than a person waits. */
const namesCommand = "__names";
/** As a shell counts the signal of a pipe that nobody reads. */
const readerGoneCode = 141;

/**
 * A command line in the resident process of its project, whose index is read already. Resolves with the exit code, or with undefined
 * if it has to run here. This file and all it loads are what a person waits for, so that it is little.
 */
export async function askCommand({ packageRoot, argv }: Asked): Promise<number | undefined> {
  const choice = readChoice(argv);
  if (choice === undefined) return undefined;
  const starts = argv[0] !== namesCommand;
  const connection = await connect(packageRoot, choice, starts);
  if (connection === undefined) return starts ? undefined : noneCode;
  try {
    return await runThere(connection, argv);
  } catch (error) {
    if (!(error instanceof ResidentError)) throw error;
    process.stderr.write(`The resident process ended before the command was done: ${error.message} Run it again.\n`);
    return failedCode;
  } finally {
    connection.destroy();
  }
}

type Choice = Pick<Parameters<typeof findResident>[0], "project" | "stateDir" | "readOnly">;

/** The flags that decide which process; undefined if the command line shall run alone. */
function readChoice(argv: readonly string[]): Choice | undefined {
  const end = argv.indexOf("--");
  const words = end === -1 ? argv : argv.slice(0, end);
  if (words.some((word) => aloneWords.has(word))) return undefined;
  return {
    project: valueOf(words, "--project"),
    stateDir: valueOf(words, "--state-dir"),
    readOnly: words.includes("--read-only"),
  };
}

const aloneWords = new Set(["--alone", "--help", "-h", "--version"]);

function valueOf(words: readonly string[], flag: string): string | undefined {
  const at = words.findLastIndex((word) => word === flag || word.startsWith(`${flag}=`));
  const word = words[at];
  return word === flag ? words[at + 1] : word?.slice(flag.length + 1);
}

async function connect(packageRoot: string, choice: Choice, starts: boolean): Promise<ResidentConnection | undefined> {
  try {
    const found = findResident({ ...choice, packageRoot, cwd: process.cwd() });
    const start = async () => (await import("./start-command.ts")).startCommand(found);
    return await connectResident({ ...found, ...(starts ? { start } : {}) });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (starts && (await canOpen(choice))) process.stderr.write(`Running without the resident process: ${message}\n`);
    return undefined;
  }
}

/** Where no project can be opened, the command says so itself. */
async function canOpen({ project }: Choice): Promise<boolean> {
  const { findStartRoot } = await import("../workspace/projects/start-root.ts");
  const root = await findStartRoot(project, process.cwd()).catch(() => undefined);
  return root !== undefined;
}

async function runThere(connection: ResidentConnection, argv: readonly string[]): Promise<number | undefined> {
  const { NO_COLOR, FORCE_COLOR, TERM, COLORTERM } = process.env;
  const terminals = { stdout: isatty(1), stderr: isatty(2) };
  const columns = terminals.stdout ? process.stdout.columns : undefined;
  const env = { NO_COLOR, FORCE_COLOR, TERM, COLORTERM };
  const ask: CommandAsk = { ask: "command", argv, cwd: process.cwd(), env, terminals, columns };
  await connection.send(ask);
  for (;;) {
    const message = await connection.receive();
    if (message === undefined) throw new ResidentError("lost", "It was told to end.");
    if (message.kind === "bytes") {
      const to = message.bytes[0] === outputs.stderr ? 2 : 1;
      if (!(await write(to, message.bytes.subarray(1))) && to === 1) return readerGoneCode;
      continue;
    }
    const { wants, exit, refused } = fieldsOf(message.value);
    if (typeof exit === "number") return exit;
    if (wants === "stdin") sendStdin(connection).catch(() => {});
    if (typeof refused === "string") {
      process.stderr.write(`Running without the resident process: ${refused}\n`);
      return undefined;
    }
  }
}

/** False if nobody reads it any more. Straight to the file: making a stream of it takes as long as the answer. */
async function write(to: 1 | 2, bytes: Buffer): Promise<boolean> {
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(to, bytes, written);
    return true;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) return false;
  }
  // A reader that is slower than we are, and does not let us wait.
  const stream = to === 1 ? process.stdout : process.stderr;
  return await new Promise((resolve) => {
    // Told to the write, too; without a listener it would end this process.
    if (stream.listenerCount("error") === 0) stream.on("error", () => {});
    stream.write(bytes.subarray(written), (error) => resolve(error === null || error === undefined));
  });
}

/** Only once the command reads it: in a loop of a shell, the lines are for the loop. */
async function sendStdin(connection: ResidentConnection): Promise<void> {
  for await (const chunk of process.stdin) await connection.sendBytes(Buffer.from(chunk));
  await connection.send({ stdin: "end" });
}
