import { homedir, tmpdir } from "node:os";
import type { DangerReport } from "../shell.ts";
import { createDisk } from "./disk.ts";
import { InspectionLimitError } from "./inspection-limit-error.ts";
import { inspectScript } from "./inspect-script.ts";
import { loadParser } from "./parse-script.ts";
import { createPathJudge, type PathJudgeOptions } from "./places.ts";
import type { IsSecret } from "./secrets.ts";
import { visibleText } from "../../workspace/text/visible-text.ts";

export interface InspectorOptions {
  /** Whether the file at an absolute path contains credentials. */
  readonly isSecret: IsSecret;
  /** Which files run later, as seen from a working directory. */
  readonly askToWrite: (cwd: string) => PathJudgeOptions["askToWrite"];
  /** False if commands go to a shell whose language is not parsed here, such as PowerShell. */
  readonly isPosix: boolean;
  /** Directories besides the working directory that may be written to without asking. */
  readonly temp?: readonly string[];
  readonly home?: string;
}

/** Creates the inspector of command lines. It guards against accidents: a program that is run may still do anything. */
export function createInspector(options: InspectorOptions): (command: string, cwd: string) => Promise<DangerReport> {
  const { isSecret, askToWrite, isPosix, home = homedir(), temp = temporaryDirectories() } = options;
  return async (command, cwd) => {
    if (!isPosix)
      return {
        dangerous: true,
        reasons: ["This shell's language is not parsed, so each command needs a look."],
        remaining: [],
      };
    const reasons = new Set<string>();
    const remaining = new Set<string>();
    const tell = (reason: string, shown: string, remains = false): void => {
      const told = `${capital(reason)}: ${shorten(shown)}`;
      reasons.add(told);
      if (remains) remaining.add(told);
    };
    try {
      const parse = await loadParser();
      // PWD is ".": paths are resolved against every directory the script may be in.
      const known = { HOME: home, PWD: ".", TMPDIR: temp[0] ?? tmpdir() };
      const scope = { variables: [], known, budget: { left: maxValues } };
      const places = createPathJudge({ cwd, home, temp, disk: createDisk(), askToWrite: askToWrite(cwd) });
      const start = { depth: 0, functions: new Set<string>(), written: new Set<string>(), isPackaged: false };
      inspectScript(command, { parse, places, isSecret: remember(isSecret), tell, scope, ...start });
    } catch (error) {
      tell(nameFailure(error), command);
    }
    return {
      dangerous: reasons.size > 0,
      reasons: [...reasons].slice(0, maxReasons),
      remaining: [...remaining].slice(0, maxReasons),
    };
  };
}

function nameFailure(error: unknown): string {
  if (error instanceof InspectionLimitError) return error.message;
  return `could not be looked into (${error instanceof Error ? error.name : "unknown error"})`;
}

/** Each path is judged only once, since that reads the disk. */
function remember(isSecret: IsSecret): IsSecret {
  const known = new Map<string, boolean>();
  return (path) => {
    const before = known.get(path);
    if (before !== undefined) return before;
    const verdict = isSecret(path);
    known.set(path, verdict);
    return verdict;
  };
}

const maxReasons = 8;
const maxValues = 5_000;
const longestShown = 120;

function temporaryDirectories(): readonly string[] {
  return process.platform === "win32" ? [tmpdir()] : [...new Set([tmpdir(), "/tmp", "/var/tmp"])];
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function shorten(text: string): string {
  const line = visibleText(text).replaceAll(/\s+/g, " ").trim();
  return line.length > longestShown ? `${line.slice(0, longestShown)}…` : line;
}
