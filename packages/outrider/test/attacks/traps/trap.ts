/** Something in a repository that runs code when a tool is used there in the ordinary way. */
export interface Trap {
  /** Also the name of the file that it leaves; what only names a planted program leaves the file of that one. */
  readonly name: string;
  /** The program or the kind of program that it is meant for. */
  readonly tool: string;
  /** The files that plant it. */
  readonly files: readonly string[];
  /** Command lines that set it off without protection. Undefined: it is planted, but its tool is not looked for. */
  readonly control?: Control;
}

export interface Control {
  /** Programs that it needs; where one is missing, the trap is planted but not shown. */
  readonly needs: readonly string[];
  /** Run by `sh` in the repository. Traps with the same text share one run. */
  readonly command: string;
}

/** Traps with what plants them. In every text `@CANARY@` is the directory that a trap leaves its file in. */
export interface TrapSet {
  /** A text that begins with `#!` becomes executable. */
  readonly files: Readonly<Record<string, string>>;
  readonly traps: readonly Trap[];
}

/** A program that leaves a file and then does what it is asked for, so that it does not hide the traps behind it. */
export function program(name: string, then = ""): string {
  return `#!/bin/sh\n: > '@CANARY@/${name}'\n${then === "" ? "" : `${then}\n`}`;
}

/** A command line that leaves a file. */
export function mark(name: string): string {
  return `touch @CANARY@/${name}`;
}
