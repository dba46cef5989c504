import type { Assignment } from "./assignments.ts";
import { afterCommand, gitCommand } from "./git-command.ts";
import { hasOption } from "./invocation.ts";
import { optionValues } from "./option-values.ts";
import { wrappers } from "./wrappers.ts";
import { literalWord, textOf, textsOf, unknownWord, type Word } from "./word.ts";

/** What a program runs in turn: other programs, or shell scripts. */
export interface Inner {
  readonly commands: readonly (readonly Word[])[];
  readonly scripts: readonly Word[];
  /** Directories that it changes to first. */
  readonly directories?: readonly Word[];
  /** Variables that it sets first. */
  readonly assignments?: readonly Assignment[];
}

const nothing: Inner = { commands: [], scripts: [] };

/** Unwraps programs whose arguments are a command. */
export function unwrap(program: string, args: readonly Word[]): Inner {
  const wrapper = wrappers[program];
  if (wrapper !== undefined) return commandAfter(skipOptions(args, wrapper.values, wrapper.skip));
  return special[program]?.(args) ?? nothing;
}

/** Whether the program is one of those. */
export function isUnwrapped(program: string): boolean {
  return wrappers[program] !== undefined || special[program] !== undefined;
}

const special: Readonly<Partial<Record<string, (args: readonly Word[]) => Inner>>> = {
  env: unwrapEnv,
  "cross-env": unwrapEnv,
  flock: unwrapFlock,
  npx: unwrapNpx,
  hyperfine: (args) => ({ commands: [], scripts: args.filter((word) => !word.shown.startsWith("-")) }),
  command: (args) =>
    hasOption({ args: args.slice(0, 1) }, "-v", "-V") ? nothing : commandAfter(skipOptions(args, [])),
  xargs: unwrapXargs,
  parallel: unwrapXargs,
  find: unwrapFind,
  fd: unwrapFd,
  fdfind: unwrapFd,
  watch: (args) => ({ commands: [], scripts: [joined(skipOptions(args, ["-n", "--interval"]))] }),
  eval: (args) => (args.length === 0 ? nothing : { commands: [], scripts: [joined(args)] }),
  trap: (args) => ({
    commands: [],
    scripts: args.slice(0, 1).filter((word) => !["-", "", "-l", "-p"].includes(textOf(word) ?? "?")),
  }),
  alias: (args) => ({ commands: [], scripts: args.flatMap(aliasValue) }),
  git: unwrapGit,
  npm: (args) => {
    const at = args.findIndex((word) => ["exec", "x"].includes(textOf(word) ?? ""));
    return at === -1 || at > 4 ? nothing : unwrapNpx(args.slice(at + 1));
  },
  pnpm: (args) =>
    ["exec", "dlx"].includes(textOf(args[0] ?? literalWord("")) ?? "")
      ? commandAfter(skipOptions(args.slice(1), []))
      : nothing,
  yarn: (args) =>
    ["exec", "dlx"].includes(textOf(args[0] ?? literalWord("")) ?? "")
      ? commandAfter(skipOptions(args.slice(1), []))
      : nothing,
  uv: (args) =>
    textOf(args[0] ?? literalWord("")) === "run"
      ? commandAfter(skipOptions(args.slice(1), ["--with", "-p", "--python"]))
      : nothing,
  poetry: (args) => (textOf(args[0] ?? literalWord("")) === "run" ? commandAfter(args.slice(1)) : nothing),
  bundle: (args) => (textOf(args[0] ?? literalWord("")) === "exec" ? commandAfter(args.slice(1)) : nothing),
  docker: unwrapDocker,
  podman: unwrapDocker,
  script: (args) => ({ commands: [], scripts: optionValues({ args }, "-c", "--command") }),
  mapfile: (args) => ({ commands: [], scripts: optionValues({ args }, "-C") }),
  readarray: (args) => ({ commands: [], scripts: optionValues({ args }, "-C") }),
  compgen: (args) => ({ commands: [], scripts: optionValues({ args }, "-C", "-W", "-F") }),
  complete: (args) => ({ commands: [], scripts: optionValues({ args }, "-C") }),
  bind: (args) => ({ commands: [], scripts: optionValues({ args }, "-x") }),
  rsync: (args) => ({ commands: [], scripts: optionValues({ args }, "-e", "--rsh", "--rsync-path") }),
  sort: (args) => ({ commands: [], scripts: optionValues({ args }, "--compress-program") }),
  split: (args) => ({ commands: [], scripts: optionValues({ args }, "--filter") }),
  man: (args) => ({ commands: [], scripts: optionValues({ args }, "-P", "--pager", "-H") }),
  rg: (args) => ({ commands: [], scripts: optionValues({ args }, "--pre", "--hostname-bin") }),
  nodemon: (args) => ({ commands: [], scripts: optionValues({ args }, "-x", "--exec") }),
  "nix-shell": (args) => ({ commands: [], scripts: optionValues({ args }, "--run", "--command") }),
};

function commandAfter(words: readonly Word[]): Inner {
  return words.length === 0 ? nothing : { commands: [words], scripts: [] };
}

/** What remains after options, their values and `skip` operands. */
function skipOptions(args: readonly Word[], values: readonly string[], skip = 0): readonly Word[] {
  let at = 0;
  while (at < args.length) {
    const word = args[at];
    const text = word === undefined ? undefined : textOf(word);
    if (text === "--") {
      at += 1;
      break;
    }
    if (text === undefined || !text.startsWith("-")) break;
    at += values.includes(text) ? 2 : 1;
  }
  return args.slice(at + skip);
}

/** A command in a running container may be as bad as one here; a new container is isolated. */
function unwrapDocker(args: readonly Word[]): Inner {
  const at = args.findIndex((word) => textOf(word) === "exec");
  const values = ["-e", "--env", "-u", "--user", "-w", "--workdir", "--env-file"];
  return at === -1 ? nothing : commandAfter(skipOptions(args.slice(at + 1), values, 1));
}

function unwrapEnv(args: readonly Word[]): Inner {
  const rest = skipOptions(args, ["-u", "--unset", "-C", "--chdir", "-S", "--split-string", "-a", "--argv0"]);
  const options = args.slice(0, args.length - rest.length);
  const isAssignment = (word: Word): boolean => /^[A-Za-z_]\w*=/.test(word.readings[0] ?? "");
  const start = rest.findIndex((word) => !isAssignment(word));
  const command = start === -1 ? [] : rest.slice(start);
  const at = options.findIndex((word) => optionValues({ args: [word, word] }, "-S", "--split-string").length > 0);
  const split = at === -1 ? [] : optionValues({ args: args.slice(at, at + 2) }, "-S", "--split-string").slice(0, 1);
  // Everything after the string is appended to it, including options.
  const behind = args.slice(split[0] === args[at + 1] ? at + 2 : at + 1);
  return {
    ...(at === -1 ? commandAfter(command) : { commands: [], scripts: [joined([...split, ...behind])] }),
    directories: optionValues({ args: options }, "-C", "--chdir"),
    assignments: rest.slice(0, start === -1 ? rest.length : start).map(readAssignment),
  };
}

/** `A=b` as a word, quoted or not. */
export function readAssignment(word: Word): Assignment {
  const [first = ""] = word.readings;
  const value = (reading: string): string => reading.slice(reading.indexOf("=") + 1);
  return { name: first.slice(0, first.indexOf("=")), value: { ...word, readings: word.readings.map(value) } };
}

/** `flock file cmd x` and `flock file -c 'cmd x'`. */
function unwrapFlock(args: readonly Word[]): Inner {
  const rest = skipOptions(args, ["-w", "-E", "--timeout", "--wait", "--conflict-exit-code"], 1);
  const [first] = rest;
  const isScript = first !== undefined && /^(?:-c|--command)/.test(first.readings[0] ?? "");
  return isScript ? { commands: [], scripts: optionValues({ args: rest }, "-c", "--command") } : commandAfter(rest);
}

function unwrapNpx(args: readonly Word[]): Inner {
  const rest = skipOptions(args, ["-p", "--package", "-w", "--workspace", "-c", "--call"]);
  const options = args.slice(0, args.length - rest.length);
  return { ...commandAfter(rest), scripts: optionValues({ args: options }, "-c", "--call") };
}

function unwrapXargs(args: readonly Word[]): Inner {
  const values = [
    "-I",
    "-i",
    "-n",
    "-P",
    "-L",
    "-d",
    "-a",
    "-s",
    "-E",
    "-j",
    "--max-args",
    "--max-procs",
    "--delimiter",
    "--arg-file",
    "--replace",
  ];
  const rest = skipOptions(args, values);
  if (rest.length === 0) return nothing;
  const marks = [...optionValues({ args }, "-I", "--replace").map((word) => textOf(word) ?? "{}"), "{}"];
  return { commands: [[...rest.map((word) => fillIn(word, marks)), unknownWord("…")]], scripts: [] };
}

/** A word with a placeholder becomes unknown: it is whatever another command prints. */
function fillIn(word: Word, marks: readonly string[]): Word {
  return textsOf(word).some((text) => marks.some((mark) => text.includes(mark))) ? unknownWord(word.shown) : word;
}

const findStarts = new Set(["-exec", "-execdir", "-ok", "-okdir"]);

function unwrapFind(args: readonly Word[]): Inner {
  const commands: Word[][] = [];
  for (let at = 0; at < args.length; at += 1) {
    if (!findStarts.has(textOf(args[at] ?? literalWord("")) ?? "")) continue;
    const rest = args.slice(at + 1);
    const end = rest.findIndex((word) => [";", "+"].includes(textOf(word) ?? ""));
    commands.push((end === -1 ? rest : rest.slice(0, end)).map((word) => foundFile(word)));
  }
  return { commands, scripts: [] };
}

// `{}` is not a brace pattern of the shell.
function foundFile(word: Word): Word {
  return textsOf(word).some((text) => text.includes("{}")) ? { ...unknownWord(word.shown), mayBeOption: false } : word;
}

function unwrapFd(args: readonly Word[]): Inner {
  const at = args.findIndex((word) => ["-x", "-X", "--exec", "--exec-batch"].includes(textOf(word) ?? ""));
  return at === -1
    ? nothing
    : commandAfter([...args.slice(at + 1).map(foundFile), { ...unknownWord("…"), mayBeOption: false }]);
}

function unwrapGit(args: readonly Word[]): Inner {
  const rest = afterCommand({ args });
  const name = gitCommand({ args }) ?? "";
  const first = textOf(rest.args[0] ?? literalWord("")) ?? "";
  if (name === "bisect" && first === "run") return commandAfter(rest.args.slice(1));
  if (name === "submodule" && first === "foreach")
    return { commands: [], scripts: [joined(skipOptions(rest.args.slice(1), []))] };
  const options = scriptsOfGit[name];
  return options === undefined ? nothing : { commands: [], scripts: optionValues(rest, ...options) };
}

const scriptsOfGit: Readonly<Partial<Record<string, readonly string[]>>> = {
  rebase: ["-x", "--exec"],
  difftool: ["-x", "--extcmd"],
};

function aliasValue(word: Word): readonly Word[] {
  const text = textOf(word);
  if (text === undefined) return word.unknown ? [word] : [];
  return text.includes("=") ? [literalWord(text.slice(text.indexOf("=") + 1))] : [];
}

/** Joins several words into one script, like `eval`. */
function joined(words: readonly Word[]): Word {
  const texts = words.map(textOf);
  if (texts.some((text) => text === undefined)) return unknownWord(words.map(({ shown }) => shown).join(" "));
  return literalWord(texts.join(" "));
}

/** By name, also for programs at a path inside the project. */
export function isShell(program: string): boolean {
  return shells.has(program);
}

const shells = new Set(["sh", "bash", "dash", "zsh", "ksh", "ash", "fish", "mksh", "rbash", "csh", "tcsh"]);
const interpreters =
  /^(?:python[\d.]*|pypy3?|node|nodejs|tsx|ts-node|deno|bun|perl|ruby|php|lua|osascript|pwsh|powershell)$/;

export function isInterpreter(program: string): boolean {
  return interpreters.test(program);
}

/** The script of `sh -c`, the file it runs, or neither if it reads standard input. */
export function readShellArguments(args: readonly Word[]): {
  readonly script?: Word;
  readonly file?: Word;
  readonly odd?: true;
} {
  let wantsScript = false;
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at];
    if (word === undefined) break;
    const text = textOf(word);
    if (word.mayBeOption && !wantsScript) return { odd: true };
    const isOption = text !== undefined && /^[-+]./.test(text) && text !== "--";
    if (!isOption) {
      if (text === "--" || text === "-") continue;
      return wantsScript ? { script: word } : { file: word };
    }
    if (/^-[a-zA-Z]*c/.test(text)) wantsScript = true;
    if (/^-[a-zA-Z]*s/.test(text) && !wantsScript) return {};
    if (/^[-+][a-zA-Z]*[oO]$/.test(text) || ["--rcfile", "--init-file"].includes(text)) at += 1;
  }
  return {};
}
