import type { Invocation } from "./invocation.ts";
import type { SimpleCommand } from "./simple-command.ts";
import { isInterpreter, isShell, readShellArguments } from "./unwrap.ts";
import { programName } from "./invocation.ts";
import { textOf, textsOf, type Word } from "./word.ts";

export interface ShellDangers {
  readonly reasons: readonly string[];
  /** Scripts that the shell will run, to be inspected. */
  readonly scripts: readonly Word[];
}

const none: ShellDangers = { reasons: [], scripts: [] };
const unseen: ShellDangers = { reasons: ["the shell runs what another command prints"], scripts: [] };
const downloads: ShellDangers = { reasons: ["runs what was just downloaded"], scripts: [] };

/** Code that shells and interpreters run and that is not a named file of the project. */
export function findShellDangers(invocation: Invocation): ShellDangers {
  const { program, args, command } = invocation;
  if (program === "source" || program === ".") {
    if (!args.slice(0, 1).some(isInput)) return args.some((word) => word.fromProcess) ? unseen : none;
    return command.input === undefined ? unseen : { reasons: [], scripts: [command.input] };
  }
  if (isShell(program)) return shellDangers(args, command);
  if (!isInterpreter(program)) return none;
  if (runsProcess(args)) return unseen;
  if (args.some((word) => word.unknown && /\b(?:curl|wget)\b/.test(word.shown))) return downloads;
  const readsInput = args.every((word) => textsOf(word).every((text) => text === "-" || /^-[uBIsE]+$/.test(text)));
  if (readsInput && command.inputFile?.fromProcess === true) return unseen;
  return readsInput && command.feeders.some(isDownload) ? downloads : none;
}

function isInput(word: Word): boolean {
  return /^\/dev\/(?:stdin|fd\/)/.test(textOf(word) ?? "");
}

/** Whether the program, or something it loads, comes from another command; later arguments are data. */
function runsProcess(args: readonly Word[]): boolean {
  const program = args.findIndex((word) => !textsOf(word).some((text) => text.startsWith("-")));
  return args.slice(0, program === -1 ? args.length : program + 1).some((word) => word.fromProcess);
}

function shellDangers(args: readonly Word[], command: SimpleCommand): ShellDangers {
  const { script, file, odd } = readShellArguments(args);
  if (odd === true) return { reasons: ["the script cannot be told before it runs"], scripts: [] };
  if (script !== undefined) return { reasons: [], scripts: [script] };
  if (file?.fromProcess === true || (file !== undefined && isInput(file))) return unseen;
  if (file !== undefined) return none;
  if (command.inputFile?.fromProcess === true) return unseen;
  if (command.input !== undefined) return { reasons: [], scripts: [command.input] };
  if (command.feeders.length === 0) return none;
  const [feeder, ...others] = command.feeders;
  const printed = others.length > 0 || feeder === undefined ? undefined : printedBy(feeder);
  if (printed !== undefined) return { reasons: [], scripts: [printed] };
  return command.feeders.some(isDownload) ? downloads : unseen;
}

/** The output of a command, if its words tell. */
function printedBy({ words, input }: SimpleCommand): Word | undefined {
  const [name, first, ...others] = words;
  const program = name === undefined ? undefined : programName(name);
  if (program === "cat" && first === undefined) return input;
  const isPlain = first !== undefined && others.length === 0 && !/[\\%]|^-/.test(textOf(first) ?? "\\");
  return (program === "echo" || program === "printf") && isPlain ? first : undefined;
}

function isDownload({ words: [name] }: SimpleCommand): boolean {
  return (
    name !== undefined &&
    ["curl", "wget", "fetch", "aria2c", "http", "https", "nc", "ncat", "lynx"].includes(programName(name) ?? "")
  );
}
