import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PublicServer } from "./public-server.ts";

/** Installs a server under `base` unless that exact version is there; returns the directory of its programs. */
export function install(server: PublicServer, base: string): string {
  const directory = join(base, `${server.name}-${server.version}`);
  const done = join(directory, "installed");
  const bin = server.ecosystem === "npm" ? join(directory, "node_modules", ".bin") : join(directory, "bin");
  if (existsSync(done)) return bin;
  // What an installation has left that was cut short.
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  if (server.ecosystem === "npm") installFromNpm(server, directory);
  else installFromPypi(server, directory);
  writeFileSync(done, "");
  return bin;
}

/** Scripts of packages do not run: what a server needs at its start must be in its packages. */
function installFromNpm({ package: name, version, pins = {} }: PublicServer, directory: string): void {
  writeFileSync(join(directory, "package.json"), JSON.stringify({ private: true, overrides: pins }));
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", `${name}@${version}`];
  execFileSync("npm", args, { cwd: directory, stdio: "inherit", timeout: limitMs });
}

function installFromPypi({ package: name, version, pins = {} }: PublicServer, directory: string): void {
  execFileSync("python3", ["-m", "venv", directory], { stdio: "inherit", timeout: limitMs });
  const wanted = [`${name}==${version}`, ...Object.entries(pins).map(([pinned, at]) => `${pinned}==${at}`)];
  const args = ["install", "--quiet", "--disable-pip-version-check", ...wanted];
  execFileSync(join(directory, "bin", "pip"), args, { stdio: "inherit", timeout: limitMs });
}

const limitMs = 900_000;
