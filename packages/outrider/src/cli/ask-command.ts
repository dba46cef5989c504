import { writeSync } from "node:fs";
import { isatty } from "node:tty";
import { type Flags, parseArguments } from "toolwright/cli";
import { connectResident, type Message, type ResidentConnection, ResidentError } from "toolwright/resident";
import { explainFailure } from "../resident/explain-failure.ts";
import { findResident, type ResidentChoice } from "../resident/find-resident.ts";
import { type CommandAsk, fieldsOf, outputs } from "../resident/wire.ts";
import { readProjectFlags } from "./flags.ts";
import { pipeFlags } from "./pipes/pipe-flags.ts";

interface Asked {
  readonly packageRoot: string;
  /** Without the interpreter and the program; it begins with the name of the command. */
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
  const flags = readFlags(argv);
  if (flags === undefined) return undefined;
  const starts = argv[0] !== namesCommand;
  const connection = await connect({ ...flags, packageRoot, cwd: process.cwd() }, starts);
  if (connection === undefined) return starts ? undefined : noneCode;
  const progress = { isUntouched: true };
  try {
    return await runThere(connection, argv, progress);
  } catch (error) {
    if (!(error instanceof ResidentError)) throw error;
    const isSilent = error.code === "not_answering";
    if (isSilent && progress.isUntouched) return tellAlone(explainFailure(error));
    const what = isSilent ? "does not go on with the command" : "ended before the command was done";
    process.stderr.write(`The resident process ${what}: ${explainFailure(error)} Run it again.\n`);
    return failedCode;
  } finally {
    connection.destroy();
  }
}

const flagsByCommand: Readonly<Record<string, Flags>> = pipeFlags;

/** The flags that decide which process, read as the command itself reads them; undefined if the command line shall run alone. */
export function readFlags(
  argv: readonly string[],
): Pick<ResidentChoice, "project" | "stateDir" | "readOnly"> | undefined {
  const [name = ""] = argv;
  try {
    const { unknownFlags, given, values } = parseArguments(argv, flagsByCommand[name] ?? {});
    const isAlone = unknownFlags.length > 0 || ["alone", "help", "version"].some((each) => given.has(each));
    return isAlone ? undefined : readProjectFlags({ given, values });
  } catch {
    // The command says what is wrong with it.
    return undefined;
  }
}

/** Undefined if the command runs alone; why is told, unless the command itself will say it: where no project can be opened. */
async function connect(choice: ResidentChoice, starts: boolean): Promise<ResidentConnection | undefined> {
  try {
    const found = findResident(choice);
    const running = await connectResident(found);
    if (running !== undefined || !starts) return running;
    const { findOpenableRoot, startCommand } = await import("../resident/start-command.ts");
    const root = await findOpenableRoot(choice);
    if (root === undefined) return undefined;
    // The repository around may be a whole home.
    const meant = root === found.root ? found : findResident({ ...choice, project: root });
    return await connectResident({ ...meant, start: async () => await startCommand(meant) });
  } catch (error) {
    if (!starts) return undefined;
    const { findOpenableRoot } = await import("../resident/start-command.ts");
    const root = await findOpenableRoot(choice);
    return root === undefined ? undefined : tellAlone(explainFailure(error));
  }
}

function tellAlone(why: string): undefined {
  process.stderr.write(`Running without the resident process: ${why}\n`);
}

/** Whether the command can be begun anew: nothing of its output was printed, nothing of stdin is gone. */
interface Progress {
  isUntouched: boolean;
}

async function runThere(
  connection: ResidentConnection,
  argv: readonly string[],
  progress: Progress,
): Promise<number | undefined> {
  const { NO_COLOR, FORCE_COLOR, TERM, COLORTERM } = process.env;
  const terminals = { stdout: isatty(1), stderr: isatty(2) };
  const columns = terminals.stdout ? process.stdout.columns : undefined;
  const env = { NO_COLOR, FORCE_COLOR, TERM, COLORTERM };
  const ask: CommandAsk = { ask: "command", argv, cwd: process.cwd(), env, terminals, columns };
  await connection.send(ask);
  for (;;) {
    const message = await receive(connection);
    if (message === undefined) throw new ResidentError("lost", "It was told to end.");
    if (message.kind === "bytes") {
      progress.isUntouched = false;
      const to = message.bytes[0] === outputs.stderr ? 2 : 1;
      if (!(await write(to, message.bytes.subarray(1))) && to === 1) return readerGoneCode;
      continue;
    }
    const { wants, exit, refused } = fieldsOf(message.value);
    if (typeof exit === "number") return exit;
    if (wants === "stdin") {
      progress.isUntouched = false;
      sendStdin(connection).catch(() => {});
    }
    if (typeof refused === "string") return tellAlone(refused);
  }
}

const pulseMs = 10_000;

/** The next message, whenever it comes: a process that works answers a ping, whatever it does. */
async function receive(connection: ResidentConnection): Promise<Message | undefined> {
  let isSilent = false;
  let isAwaited = false;
  const timer = setInterval(() => {
    isSilent = isAwaited;
    if (isSilent) return connection.destroy();
    isAwaited = true;
    void connection.ping().then(
      () => (isAwaited = false),
      () => {},
    );
  }, pulseMs);
  try {
    return await connection.receive();
  } catch (error) {
    if (!isSilent) throw error;
    const why = `Process ${connection.peer.pid} has not answered for ${pulseMs / 1000} s.`;
    throw new ResidentError("not_answering", why, error);
  } finally {
    clearInterval(timer);
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
