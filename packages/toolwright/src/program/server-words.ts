import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { usageError } from "../cli/command.ts";
import { didYouMean } from "../tool/nearest-name.ts";

/** Programs whose first file is what they run. */
const interpreter =
  /^(?:node(?:js)?|tsx|ts-node|bun|deno|python[\d.]*|pypy[\d.]*|ruby|php|perl|lua|bash|sh|dotnet)(?:\.exe)?$/i;
const script = /^[^\s-]\S*\.(?:[cm]?[jt]s|py|rb|php|pl|lua|sh|dll)$/;

/** The words that start a server in another directory: those that name a file here are made absolute. */
export function resolveWords(words: readonly string[], cwd: string): readonly string[] {
  return words.map((word) => (isFile(word, cwd) ? resolve(cwd, word) : word));
}

/** A program or a script that is nowhere would be told as a server that does not start. `work` is where the server works. */
export function requireFiles([command = "", ...args]: readonly string[], cwd: string, work = cwd): void {
  const isPath = /[\\/]/.test(command) && !command.includes("{work}");
  const first = isInterpreter(command) ? args.find((word) => script.test(word) && !word.includes("{work}")) : undefined;
  const named = [...(isPath ? [command] : []), ...(first === undefined ? [] : [first])];
  const missing = named.find((word) => !existsSync(resolve(cwd, word)) && !existsSync(resolve(work, word)));
  if (missing === undefined) return;
  const where = isAbsolute(missing) ? "" : ` in ${cwd}, where paths of the command start`;
  throw usageError(`${missing} does not exist${where}.${didYouMean(missing, listBeside(missing, cwd))}`);
}

/** The file of the server that a code host shows a finding at, as seen from here: what an interpreter runs, or the program. */
export function findScript([command = "", ...args]: readonly string[], cwd: string): string | undefined {
  const words = isInterpreter(command) ? args : [command, ...args];
  const found = words.find((word) => isFile(word, cwd));
  const path = found === undefined ? undefined : relative(cwd, resolve(cwd, found));
  return path === undefined || path.startsWith("..") || isAbsolute(path) ? undefined : path;
}

function isInterpreter(command: string): boolean {
  return interpreter.test(basename(command));
}

function isFile(word: string, cwd: string): boolean {
  const path = resolve(cwd, word);
  // A script on the command line may be longer than any path, for which `statSync` throws.
  return /[\\/.]/.test(word) && existsSync(path) && statSync(path).isFile();
}

function listBeside(word: string, cwd: string): readonly string[] {
  const directory = dirname(word);
  try {
    return readdirSync(resolve(cwd, directory)).map((name) => join(directory, name));
  } catch {
    return [];
  }
}
