/** The language servers: those among the development dependencies, else on the PATH. */
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findProgram, run } from "../accuracy/cache.ts";

export type ServerId = "typescript" | "vtsls" | "pyright" | "gopls";

export interface Program {
  readonly id: ServerId;
  readonly title: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** run.mjs puts the bundle of the running script into a folder of its own under bench/. */
export const repositoryRoot = join(dirname(fileURLToPath(import.meta.url)), "../..");
const packages = join(repositoryRoot, "node_modules");

/** The 5.9 that vtsls comes with: the compiler of 7 has no API. */
export const typescriptApi = join(packages, "@vtsls/language-service/node_modules/typescript/lib/typescript.js");

/** A program under readers/. */
export function readerFile(name: string): string {
  return join(repositoryRoot, "bench/references/readers", name);
}

/** Undefined where it is not installed. */
export function findServer(id: ServerId): Program | undefined {
  if (id === "typescript") return packaged(id, "TypeScript 7", "typescript/bin/tsc", ["--lsp", "--stdio"]);
  if (id === "vtsls") return packaged(id, "vtsls", "@vtsls/language-server/bin/vtsls.js", ["--stdio"]);
  if (id === "pyright") return packaged(id, "pyright", "pyright/langserver.index.js", ["--stdio"]);
  const gopls = findProgram("gopls", [join(homedir(), "go/bin")]);
  if (gopls === undefined || findProgram("go") === undefined) return undefined;
  const version = /v\d\S*/.exec(run(gopls, ["version"]))?.[0] ?? "";
  return { id, title: `gopls ${version}`, command: gopls, args: ["serve"] };
}

function packaged(id: ServerId, title: string, path: string, args: readonly string[]): Program | undefined {
  const file = join(packages, path);
  if (!existsSync(file)) return undefined;
  const name = path.startsWith("@") ? path.split("/").slice(0, 2).join("/") : (path.split("/")[0] ?? "");
  const version: string = JSON.parse(readPackage(name)).version;
  return { id, title: `${title} (${name} ${version})`, command: process.execPath, args: [file, ...args] };
}

function readPackage(name: string): string {
  return readFileSync(join(packages, name, "package.json"), "utf8");
}
