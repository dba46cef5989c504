import { homedir, tmpdir } from "node:os";
import type { DangerReport } from "../shell.ts";
import { inspectScript } from "./inspect-script.ts";
import { loadParser } from "./parse-script.ts";
import { createPlaces } from "./places.ts";
import type { IsSecret } from "./secrets.ts";
import { visibleText } from "../../workspace/text/visible-text.ts";

export interface InspectorOptions {
  /** Whether the file at an absolute path holds credentials. */
  readonly isSecret: IsSecret;
  /** False where commands go to a shell whose language is not parsed here, such as PowerShell. */
  readonly isPosix: boolean;
  /** Directories beside the working directory that may be written to without a question. */
  readonly temp?: readonly string[];
  readonly home?: string;
}

/** Makes the judge of command lines. It guards against accidents: a program that is run may still do anything. */
export function createInspector(options: InspectorOptions): (command: string, cwd: string) => Promise<DangerReport> {
  const { isSecret, isPosix, home = homedir(), temp = temporaryDirectories() } = options;
  return async (command, cwd) => {
    if (!isPosix)
      return { dangerous: true, reasons: ["This shell's language is not parsed, so each command needs a look."] };
    const reasons = new Set<string>();
    const tell = (reason: string, shown: string): void => void reasons.add(`${capital(reason)}: ${shorten(shown)}`);
    try {
      const parse = await loadParser();
      const known = { HOME: home, PWD: cwd, TMPDIR: temp[0] ?? tmpdir() };
      const places = createPlaces({ cwd, home, temp });
      inspectScript(command, { parse, places, isSecret, tell, depth: 0, scope: { variables: [], known } });
    } catch (error) {
      tell(`could not be looked into (${error instanceof Error ? error.name : "unknown error"})`, command);
    }
    return { dangerous: reasons.size > 0, reasons: [...reasons].slice(0, mostReasons) };
  };
}

const mostReasons = 8;
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
