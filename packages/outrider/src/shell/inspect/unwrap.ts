import { hasOption } from "./invocation.ts";
import { afterCommand } from "./rules/git.ts";
import { literalWord, textOf, textsOf, unknownWord, type Word } from "./word.ts";

/** What a program runs in turn: other programs, or scripts for a shell. */
export interface Inner {
  readonly commands: readonly (readonly Word[])[];
  readonly scripts: readonly Word[];
}

const nothing: Inner = { commands: [], scripts: [] };

/** Looks behind programs whose arguments are a command themselves. */
export function unwrap(program: string, args: readonly Word[]): Inner {
  const wrapper = wrappers[program];
  if (wrapper !== undefined) return commandAfter(skipOptions(args, wrapper.values, wrapper.skip));
  return special[program]?.(args) ?? nothing;
}

interface Wrapper {
  /** Options that take the next word. */
  readonly values: readonly string[];
  /** Operands before the command. */
  readonly skip?: number;
}

const wrappers: Readonly<Partial<Record<string, Wrapper>>> = {
  sudo: { values: ["-u", "-g", "-h", "-p", "-C", "-r", "-t", "-T", "-U", "-D", "-R", "--user", "--group"] },
  doas: { values: ["-u", "-C"] },
  nohup: { values: [] },
  setsid: { values: [] },
  time: { values: ["-f", "-o", "--format", "--output"] },
  coproc: { values: [] },
  builtin: { values: [] },
  exec: { values: ["-a"] },
  nice: { values: ["-n", "--adjustment"] },
  ionice: { values: ["-c", "-n", "-p", "--class", "--classdata"] },
  taskset: { values: [], skip: 1 },
  chrt: { values: [], skip: 1 },
  timeout: { values: ["-s", "-k", "--signal", "--kill-after"], skip: 1 },
  gtimeout: { values: ["-s", "-k", "--signal", "--kill-after"], skip: 1 },
  stdbuf: { values: ["-i", "-o", "-e"] },
  unbuffer: { values: [] },
  chronic: { values: [] },
  caffeinate: { values: ["-t", "-w"] },
  flock: { values: ["-w", "-E", "--timeout"], skip: 1 },
  strace: { values: ["-o", "-e", "-s", "-p", "-u"] },
  ltrace: { values: ["-o", "-e", "-s", "-p", "-u"] },
  "!": { values: [] },
  busybox: { values: [] },
  toybox: { values: [] },
  npx: { values: ["-p", "--package", "-w", "--workspace"] },
  bunx: { values: [] },
  pnpx: { values: [] },
  dotenv: { values: ["-e", "-f"] },
  "cross-env": { values: [] },
  hyperfine: { values: [] },
};

const special: Readonly<Partial<Record<string, (args: readonly Word[]) => Inner>>> = {
  env: unwrapEnv,
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
  npm: (args) =>
    ["exec", "x"].includes(textOf(args[0] ?? literalWord("")) ?? "")
      ? commandAfter(skipOptions(args.slice(1), ["-p", "--package", "-c"]))
      : nothing,
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
  script: (args) => ({ commands: [], scripts: valuesOf(args, "-c", "--command") }),
};

function commandAfter(words: readonly Word[]): Inner {
  return words.length === 0 ? nothing : { commands: [words], scripts: [] };
}

/** What is left behind options, their values and `skip` operands. */
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

/** What is run in a container that goes on may be as bad as here; a new container is a place of its own. */
function unwrapDocker(args: readonly Word[]): Inner {
  const at = args.findIndex((word) => textOf(word) === "exec");
  const values = ["-e", "--env", "-u", "--user", "-w", "--workdir", "--env-file"];
  return at === -1 ? nothing : commandAfter(skipOptions(args.slice(at + 1), values, 1));
}

function unwrapEnv(args: readonly Word[]): Inner {
  const split = valuesOf(args, "-S", "--split-string");
  const rest = skipOptions(args, ["-u", "--unset", "-C", "--chdir"]);
  const start = rest.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word.readings[0] ?? ""));
  if (split.length > 0) return { commands: [], scripts: split };
  return start === -1 ? nothing : commandAfter(rest.slice(start));
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
  const marks = [...valuesOf(args, "-I", "--replace").map((word) => textOf(word) ?? "{}"), "{}"];
  return { commands: [[...rest.map((word) => fillIn(word, marks)), unknownWord("…")]], scripts: [] };
}

/** A word with a placeholder in it is whatever another command prints. */
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

// The brace pair of `{}` is no pattern that means anything to the shell.
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
  const rest = afterCommand({ args }).args;
  const name = textOf(args[args.length - rest.length - 1] ?? literalWord("")) ?? "";
  const first = textOf(rest[0] ?? literalWord("")) ?? "";
  if (name === "bisect" && first === "run") return commandAfter(rest.slice(1));
  if (name === "submodule" && first === "foreach")
    return { commands: [], scripts: [joined(skipOptions(rest.slice(1), []))] };
  if (name === "rebase") return { commands: [], scripts: valuesOf(rest, "-x", "--exec") };
  return nothing;
}

/** The words behind an option, or in it after "=". */
function valuesOf(args: readonly Word[], ...options: readonly string[]): readonly Word[] {
  return args.flatMap((word, at) => {
    const text = textOf(word) ?? "";
    const next = args[at + 1];
    if (options.includes(text)) return next === undefined ? [] : [next];
    const option = options.find((name) => text.startsWith(`${name}=`));
    return option === undefined ? [] : [literalWord(text.slice(option.length + 1))];
  });
}

function aliasValue(word: Word): readonly Word[] {
  const text = textOf(word);
  if (text === undefined) return word.unknown ? [word] : [];
  return text.includes("=") ? [literalWord(text.slice(text.indexOf("=") + 1))] : [];
}

/** Several words as one script, as `eval` reads them. */
function joined(words: readonly Word[]): Word {
  const texts = words.map(textOf);
  if (texts.some((text) => text === undefined)) return unknownWord(words.map(({ shown }) => shown).join(" "));
  return literalWord(texts.join(" "));
}

/** Where programs are known by a path inside of the project, their name still tells. */
export function isShell(program: string): boolean {
  return shells.has(program);
}

const shells = new Set(["sh", "bash", "dash", "zsh", "ksh", "ash", "fish", "mksh", "rbash", "csh", "tcsh"]);
const interpreters = /^(?:python[\d.]*|pypy3?|node|nodejs|deno|bun|perl|ruby|php|lua|osascript|pwsh|powershell)$/;

export function isInterpreter(program: string): boolean {
  return interpreters.test(program);
}

/** The script of `sh -c`, the file that it runs, or neither: then it reads its input. */
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
