import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type { BuildOptions, Message, Plugin } from "esbuild";
import type * as esbuildModule from "esbuild";
import { usageError } from "../cli/command.ts";
import { shortPath } from "./find-module.ts";

type Esbuild = Pick<typeof esbuildModule, "build">;

const options = {
  bundle: true,
  write: false,
  format: "esm",
  platform: "node",
  packages: "external",
  sourcemap: "inline",
  logLevel: "silent",
} as const satisfies BuildOptions;

/** The module with everything it imports by path as one JavaScript text; packages stay imports. */
export async function bundleModule(file: string, outfile: string): Promise<string> {
  const esbuild = await requireEsbuild(file);
  try {
    const { outputFiles } = await esbuild.build({
      ...options,
      target: `node${process.versions.node}`,
      entryPoints: [file],
      outfile,
      define: { "import.meta.url": ownUrl },
      plugins: [keepOwnUrl, markdownIsText],
    });
    return outputFiles[0]?.text ?? "";
  } catch (error) {
    throw usageError(describeMessages(error) ?? `${file} cannot be read: ${String(error)}`, error);
  }
}

/** With and without `with { type: "text" }`, which esbuild itself supports only since 0.28. */
const markdownIsText: Plugin = {
  name: "markdown-is-text",
  setup(build) {
    build.onLoad({ filter: /\.md$/ }, async ({ path }) => ({ contents: await readFile(path), loader: "text" }));
  },
};

const ownUrl = "toolwrightOwnUrl";

/** A tool may read files next to itself: in the bundle each module still knows where it came from. */
const keepOwnUrl: Plugin = {
  name: "keep-own-url",
  setup(build) {
    build.onLoad({ filter: /\.[cm]?[jt]sx?$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      if (!source.includes("import.meta.url")) return undefined;
      const loader = path.endsWith("ts") ? "ts" : path.endsWith("tsx") ? "tsx" : "js";
      return { contents: `const ${ownUrl} = ${JSON.stringify(pathToFileURL(path).href)};${source}`, loader };
    });
  },
};

/** The position of a module's syntax error. Node does not report it, so esbuild is used if available. */
export async function describeSyntaxError(file: string): Promise<string | undefined> {
  const esbuild = await findEsbuild(file);
  try {
    await esbuild?.build({ ...options, entryPoints: [file], outdir: ".", plugins: [markdownIsText] });
    return undefined;
  } catch (error) {
    return describeMessages(error);
  }
}

const maxMessages = 5;

function describeMessages(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("errors" in error) || !isMessages(error.errors))
    return undefined;
  return error.errors.slice(0, maxMessages).map(describeMessage).join("\n");
}

function isMessages(value: unknown): value is readonly Message[] {
  return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each?.text === "string");
}

function describeMessage({ text, location }: Message): string {
  if (location === null) return text;
  const { file, line, column, lineText } = location;
  const place = `${shortPath(file, process.cwd())}:${line}:${column + 1}`;
  return `${place}: ${text}\n  ${lineText.trimStart()}\n  ${" ".repeat(Math.max(0, column - (lineText.length - lineText.trimStart().length)))}^`;
}

/** The esbuild of the project that the file belongs to, or our own; undefined if neither has one. */
async function findEsbuild(file: string): Promise<Esbuild | undefined> {
  for (const load of [() => import(resolveFrom(file)), () => import("esbuild")]) {
    try {
      const loaded: unknown = await load();
      if (isEsbuild(loaded)) return loaded;
    } catch {
      // Not there; the next place may have it.
    }
  }
  return undefined;
}

async function requireEsbuild(file: string): Promise<Esbuild> {
  const esbuild = await findEsbuild(file);
  if (esbuild !== undefined) return esbuild;
  throw usageError(`Reading ${file} needs esbuild, which is not installed.\nNext: npm install --save-dev esbuild`);
}

function resolveFrom(file: string): string {
  return pathToFileURL(createRequire(file).resolve("esbuild")).href;
}

function isEsbuild(value: unknown): value is Esbuild {
  return typeof value === "object" && value !== null && "build" in value && typeof value.build === "function";
}
