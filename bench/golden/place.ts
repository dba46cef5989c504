import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Project } from "./projects/project.ts";
import type { ServerName, Session } from "./session.ts";

/** Everything a session sees of the machine. */
export interface Place {
  readonly root: string;
  readonly outside: string;
  readonly temp: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Always the same directory: random names have other lengths in tokens, and answers would be cut elsewhere. So there can be only one
 * run at a time.
 */
export const base = join(realpathSync(tmpdir()), "outrider-golden");

const owner = join(base, "owner");
/** Nothing else is on the PATH: which programs a machine has must not decide about an answer. */
const programs = (
  "basename bash cat chmod cp cut date dirname env false find git grep head kill ln ls mkdir mv ps pwd rm sed seq sh sleep sort " +
  "tail test touch tr true uniq wc"
).split(" ");

const serverPrograms: Readonly<Record<ServerName, readonly string[]>> = {
  bash: ["bash-language-server/out/cli.js", "start"],
  css: ["vscode-langservers-extracted/bin/vscode-css-language-server", "--stdio"],
  json: ["vscode-langservers-extracted/bin/vscode-json-language-server", "--stdio"],
  pyright: ["pyright/langserver.index.js", "--stdio"],
  vtsls: ["@vtsls/language-server/bin/vtsls.js", "--stdio"],
  yaml: ["yaml-language-server/bin/yaml-language-server", "--stdio"],
};

/** Takes the directory for this process until `leave`. */
export function takeBase(): void {
  const other = existsSync(owner) ? Number(readFileSync(owner, "utf8")) : 0;
  if (other !== 0 && other !== process.pid && isAlive(other)) {
    throw new Error(`Process ${other} records in ${base}; wait until it is done.`);
  }
  rmSync(base, { recursive: true, force: true });
  mkdirSync(join(base, "bin"), { recursive: true });
  writeFileSync(owner, String(process.pid));
  symlinkSync(process.execPath, join(base, "bin", "node"));
  for (const name of programs) {
    const found = (process.env["PATH"] ?? "").split(":").find((each) => existsSync(join(each, name)));
    if (found !== undefined) symlinkSync(join(found, name), join(base, "bin", name));
  }
  process.once("exit", () => rmSync(base, { recursive: true, force: true }));
}

/** A person who has just got the machine, with one project. */
export function makePlace(session: Session, project: Project, nodeModules: string): Place {
  const below = (name: string): string => join(base, "place", name);
  rmSync(join(base, "place"), { recursive: true, force: true });
  const place = { root: below(project.name), outside: below("outside"), temp: below("temp") };
  for (const directory of [place.root, place.outside, place.temp, below("home/.config/outrider")]) {
    mkdirSync(directory, { recursive: true });
  }
  const settings = [serverSettings(session.servers ?? [], nodeModules), session.settings ?? ""].join("\n");
  writeFileSync(below("home/.config/outrider/config.toml"), settings);
  writeFileSync(join(place.outside, "secret.txt"), "outside\n");
  mkdirSync(join(place.outside, "sibling"));
  writeFileSync(join(place.outside, "sibling", "package.json"), '{ "name": "sibling", "version": "1.0.0" }\n');
  writeFileSync(join(place.outside, "sibling", "index.js"), "export function near() {\n  return 1;\n}\n");
  const env = {
    PATH: join(base, "bin"),
    HOME: below("home"),
    TMPDIR: place.temp,
    LANG: "C.UTF-8",
    TZ: "UTC",
    USER: "golden",
    GIT_CONFIG_NOSYSTEM: "1",
    ...Object.fromEntries(["AUTHOR", "COMMITTER"].flatMap((who) => identity(who))),
  };
  if (project.from !== undefined) cpSync(project.from, place.root, { recursive: true, dereference: true });
  writeProjectFiles(place.root, project.files);
  for (const [link, target] of Object.entries(project.links ?? {})) symlinkSync(target, join(place.root, link));
  if (project.git !== undefined) makeRepository(place.root, env, project.git);
  return { ...place, env };
}

function identity(who: string): readonly (readonly [string, string])[] {
  return [
    [`GIT_${who}_NAME`, "Golden"],
    [`GIT_${who}_EMAIL`, "golden@example.invalid"],
    [`GIT_${who}_DATE`, "2026-01-02T03:04:05Z"],
  ];
}

export function writeProjectFiles(root: string, files: Project["files"]): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

/** One commit of everything that is not ignored, then what was changed since. */
function makeRepository(root: string, env: Place["env"], changed: Project["files"]): void {
  for (const argv of [
    ["init", "-q", "-b", "main"],
    ["add", "."],
    ["commit", "-q", "-m", "first"],
  ]) {
    const { status, stderr } = spawnSync("git", argv, { cwd: root, env, encoding: "utf8" });
    if (status !== 0) throw new Error(`git ${argv.join(" ")}: ${stderr}`);
  }
  writeProjectFiles(root, changed);
}

function serverSettings(servers: readonly ServerName[], nodeModules: string): string {
  if (servers.length === 0) return "[servers]\nenabled = false\n";
  const used = servers.map((name) => {
    const [script = "", ...args] = serverPrograms[name];
    const all = [join(nodeModules, script), ...args];
    return `[servers.use.${name}]\ncommand = ${JSON.stringify(process.execPath)}\nargs = ${JSON.stringify(all)}\n`;
  });
  return used.join("\n");
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
