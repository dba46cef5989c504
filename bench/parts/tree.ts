import { appendFileSync, copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, extname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** This repository. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

export interface Tree {
  readonly directory: string;
  readonly files: number;
  readonly bytes: number;
  /** A file and a function that only it declares. */
  readonly marked: string;
}

const codeEndings =
  "ts tsx mts cts js mjs cjs jsx py go rs java kt c h cc cpp hpp cs rb php swift scala sh lua ex hs ml zig dart jl r pl";

/** Every file of code of a size that people write; what programs write is left out. */
export function collect(directories: readonly string[], endings = ""): readonly string[] {
  const code = new Set((endings === "" ? codeEndings : endings).split(/[ ,]/).map((ending) => `.${ending}`));
  const found: string[] = [];
  const queue = [...directories];
  for (let at = 0; at < queue.length; at += 1) {
    const directory = queue[at] ?? "";
    for (const entry of readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(directory, entry.name);
      if (entry.isDirectory() && !["dist", ".git", "fixtures"].includes(entry.name)) queue.push(path);
      if (!entry.isFile() || !code.has(extname(entry.name)) || /[.-]min\./.test(entry.name)) continue;
      const { size } = statSync(path);
      if (size > 200 && size < 200_000 && isPlain(path)) found.push(path);
    }
  }
  return found;
}

function isPlain(path: string): boolean {
  const text = readFileSync(path, "utf8");
  return text.length / text.split("\n").length < 200;
}

/** Evenly from all of them; when there are too few, each several times. */
export function makeTree(sources: readonly string[], size: number, place: string): Tree {
  const directory = join(place, `tree-${size}`);
  let bytes = 0;
  for (let at = 0; at < size - 1; at += 1) {
    const copy = Math.floor((at * Math.max(1, sources.length / size)) / sources.length);
    const source = sources[Math.floor(at * Math.max(1, sources.length / size)) % sources.length] ?? "";
    const target = join(
      directory,
      `part${copy}`,
      relative(root, source).replaceAll("..", "up").replaceAll("node_modules", "modules"),
    );
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(source, target);
    bytes += statSync(source).size;
  }
  const marked = "marked/outrider_marked.ts";
  mkdirSync(join(directory, "marked"), { recursive: true });
  appendFileSync(join(directory, marked), "export function outriderMarkedFunction(): number {\n  return 1;\n}\n");
  // As at the top of any such project.
  appendFileSync(join(directory, "tsconfig.json"), "{}\n");
  return { directory, files: size, bytes, marked };
}

/** What Outrider keeps of it. */
export function forget(tree: Tree): void {
  rmSync(join(tree.directory, ".outrider"), { recursive: true, force: true });
}
