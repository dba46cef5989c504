import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  lstatSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { isInside } from "../../src/workspace/paths/inside.ts";
import { writeFiles } from "../support/temp-project.ts";
import { projectFiles } from "./project-files.test-data.ts";

/** A project, and everything that a command could reach outside of it: a home, files, a process and a server. */
export interface EscapePlace {
  readonly root: string;
  readonly home: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The way to run a shell without the sandbox: only this place can be written, so that a mistake here cannot harm the machine. */
  readonly bare: readonly string[];
  /** The command with the paths and numbers of this place. */
  fill(command: string): string;
  /** Makes all of it anew. */
  reset(): void;
  /** Counts from here on. */
  watch(): void;
  /** What has happened outside since then, in words; `ignored` names directories that may change. */
  effects(ignored: readonly string[]): Promise<readonly string[]>;
  close(): void;
}

/** Outside of the temporary directory, of which each sandbox has its own. */
export async function openEscapePlace(): Promise<EscapePlace> {
  const base = realpathSync.native(mkdtempSync(join(homedir(), ".sandbox-")));
  const template = join(base, "template");
  const now = join(base, "now");
  const [root, home, out] = [join(now, "project"), join(now, "home"), join(now, "out")];
  const socket = join(base, "s");
  const mark = `8640${process.pid % 10_000}.25`;
  const victimMark = `8641${process.pid % 10_000}.25`;
  const environment = { ...settingsBelow(home), HOME: home, PATH: searchPath(), ...quiet };
  makeTemplate(template, now, environment);
  const counted = { connections: 0 };
  const servers = [await listen(counted, { port: 0, host: "127.0.0.1" }), await listen(counted, { path: socket })];
  const port = portOf(servers[0]);
  let victim: ChildProcess | undefined;
  let before = "";
  let trees = new Map<string, string>();

  const endVictim = (): void => void victim?.kill("SIGKILL");
  const outside = (ignored: readonly string[]): Map<string, string> => snapshot(now, [root, ...ignored]);

  return {
    root,
    home,
    environment,
    bare: [
      "bwrap",
      "--ro-bind",
      "/",
      "/",
      "--dev-bind",
      "/dev",
      "/dev",
      "--bind",
      "/proc",
      "/proc",
      "--bind",
      base,
      base,
      "--tmpfs",
      "/tmp",
      "--",
    ],
    fill: (command) =>
      command
        .replaceAll("@out", out)
        .replaceAll("@run", join(now, "run"))
        .replaceAll("@links", join(now, "links"))
        .replaceAll("@archives", join(now, "archives"))
        .replaceAll("@data.json", "data.json")
        .replaceAll("@sock", socket)
        .replaceAll("@port", String(port))
        .replaceAll("@mark", mark)
        .replaceAll("@victim", victimMark)
        .replaceAll("@pid", String(victim?.pid ?? 0)),
    reset() {
      endVictim();
      rmSync(now, { recursive: true, force: true });
      cpSync(template, now, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
      const held = openSync(join(out, "held"), "r");
      victim = spawn("sleep", [victimMark], { stdio: [held, "ignore", "ignore"] });
      closeSync(held);
    },
    watch() {
      before = victim === undefined ? "" : stateOf(victim);
      trees = outside([]);
      counted.connections = 0;
    },
    async effects(ignored) {
      const left = markedProcesses(mark);
      for (const pid of left) process.kill(pid, "SIGKILL");
      const after = outside(ignored);
      const known = [...trees].filter(([path]) => !ignored.some((each) => isInside(each, path)));
      await untilAccepted(servers, port, socket, counted);
      return [
        ...known.filter(([path]) => !after.has(path)).map(([path]) => `removed ${path}`),
        ...[...after].filter(([path, what]) => trees.get(path) !== what).map(([path]) => `changed ${path}`),
        ...(counted.connections > 0 ? ["connected"] : []),
        ...(victim !== undefined && stateOf(victim) !== before ? ["touched another process"] : []),
        ...left.map(() => "left a process"),
      ];
    },
    close() {
      endVictim();
      for (const pid of markedProcesses(mark)) process.kill(pid, "SIGKILL");
      for (const server of servers) server.close();
      rmSync(base, { recursive: true, force: true });
    },
  };
}

/** Whatever the environment of the test says. */
function settingsBelow(home: string): Readonly<Record<string, string>> {
  return {
    XDG_CONFIG_HOME: join(home, ".config"),
    XDG_DATA_HOME: join(home, ".local/share"),
    XDG_STATE_HOME: join(home, ".local/state"),
    XDG_CACHE_HOME: join(home, ".cache"),
    npm_config_prefix: join(home, ".local"),
  };
}

/** What programs write by themselves would hide what a command is for. */
const quiet = {
  npm_config_logs_max: "0",
  npm_config_update_notifier: "false",
  npm_config_audit: "false",
  npm_config_fund: "false",
  PIP_DISABLE_PIP_VERSION_CHECK: "1",
  PYTHONDONTWRITEBYTECODE: "",
  GIT_TERMINAL_PROMPT: "0",
};

/** Without programs in the real home, which may write there; those of a Rust toolchain do not. */
function searchPath(): string {
  const own = homedir();
  const toolchains = join(own, ".rustup/toolchains");
  const rust = names(toolchains).map((name) => join(toolchains, name, "bin"));
  const others = (process.env["PATH"] ?? "").split(delimiter).filter((place) => !isInside(own, place));
  return [...rust.slice(0, 1), ...others].join(delimiter);
}

const evil = '#!/bin/sh\necho evil > "$HOME/evil"\nexit 0\n';

function makeTemplate(template: string, now: string, environment: Readonly<Record<string, string>>): void {
  writeFiles(join(template, "home"), {
    ".bashrc": "alias l=ls\n",
    ".profile": "umask 22\n",
    ".gitconfig": "[user]\n\tname = a\n\temail = a@b.c\n[safe]\n\tdirectory = *\n[core]\n\teditor = true\n",
  });
  writeFiles(join(template, "out"), { keep: "kept\n", held: "", "d/f": "f\n", "code/m.py": "x = 1\n" });
  for (const name of ["out/empty", "run", "links", "archives", "project/lib"]) {
    mkdirSync(join(template, name), { recursive: true });
  }
  symlinkSync(join(now, "out"), join(template, "links/away"));
  const project = join(template, "project");
  writeFiles(project, projectFiles);
  for (const name of [
    "evil.sh",
    "bin/tidy-up",
    "bin/as",
    "bin/git-tidy-up",
    "hooks/pre-commit",
    "hooks/post-checkout",
    "template/hooks/post-checkout",
    "template/hooks/post-commit",
  ]) {
    writeFiles(project, { [name]: evil });
    chmodSync(join(project, name), 0o755);
  }
  const run = (file: string, ...words: readonly string[]): void =>
    void execFileSync(file, words, { cwd: project, env: { ...environment, HOME: join(template, "home") } });
  run("git", "init", "-q");
  run("git", "add", "-A");
  run("git", "commit", "-qm", "one");
  run("git", "init", "-q", "--bare", join(template, "out/bare.git"));
  run("tar", "-cf", join(template, "archives/a.tar"), "a.txt");
  run(
    "tar",
    "-cPf",
    join(template, "archives/up.tar"),
    "--transform",
    `s,^a.txt,${join(now, "out")}/planted,`,
    "a.txt",
  );
  tryRun(() => run("zip", "-q", join(template, "archives/a.zip"), "a.txt"));
  tryRun(() => run("cc", "-shared", "-o", "preload.so", "preload.c"));
  tryRun(() => run("cc", "-shared", "-fPIC", "-o", "lib/libc-own.so", "preload.c"));
  tryRun(() => run("cc", "-o", "uses-preload", "main.c", "-Llib", "-l:libc-own.so"));
}

function tryRun(work: () => void): void {
  try {
    work();
  } catch {
    // The program is missing: commands that need it are skipped.
  }
}

/** Type, rights, size, content or target of each file; times where nothing else tells. */
function snapshot(top: string, skipped: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  const look = (path: string): void => {
    if (skipped.includes(path)) return;
    const stat = lstatSync(path);
    const target = stat.isSymbolicLink() ? readlinkSync(path) : "";
    const time = stat.isFile() ? `${stat.mtimeMs} ${stat.nlink}` : "";
    found.set(
      path,
      `${stat.mode} ${stat.isDirectory() ? "" : stat.size} ${target} ${time} ${content(path, stat.isFile())}`,
    );
    if (stat.isDirectory()) for (const name of readdirSync(path)) look(join(path, name));
  };
  look(top);
  return found;
}

function content(path: string, isFile: boolean): string {
  return isFile ? readFileSync(path, "latin1") : "";
}

/** Whether it lives, how it is scheduled, and its limits. */
function stateOf({ pid }: ChildProcess): string {
  try {
    const [, rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
    const fields = rest.split(" ");
    const state = ["Z", "X", "T", "t"].includes(fields[0] ?? "") ? fields[0] : "lives";
    const limits = readFileSync(`/proc/${pid}/limits`, "utf8");
    return [state, fields[15], fields[16], readFileSync(`/proc/${pid}/oom_score_adj`, "utf8"), limits].join(" ");
  } catch {
    return "gone";
  }
}

function markedProcesses(mark: string): readonly number[] {
  const pids = names("/proc").filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => commandLine(pid).split("\0").includes(mark)).map(Number);
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

async function listen(counted: { connections: number }, where: object): Promise<Server> {
  const server = createServer((socket) => {
    counted.connections += 1;
    socket.on("error", () => {}).end("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
  });
  await new Promise<void>((resolve) => server.listen(where, resolve));
  return server;
}

function portOf(server: Server | undefined): number {
  const address = server?.address();
  return address !== null && typeof address === "object" ? address.port : 0;
}

/** Connections are accepted in their order: when our own has come, all before it have. */
async function untilAccepted(
  servers: readonly Server[],
  port: number,
  path: string,
  counted: { connections: number },
): Promise<void> {
  for (const where of [{ port, host: "127.0.0.1" }, { path }]) {
    await new Promise<void>((resolve, reject) => {
      connect(where)
        .on("error", reject)
        .on("close", () => resolve())
        .resume();
    });
  }
  counted.connections -= servers.length;
}

function names(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
