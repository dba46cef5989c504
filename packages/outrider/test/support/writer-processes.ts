import { type ChildProcessByStdio, spawn } from "node:child_process";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const fixtures = fileURLToPath(new URL("../fixtures/", import.meta.url));

export interface WriterProcess {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  /** Settles with the first output, which says that it began. */
  readonly ready: Promise<void>;
  readonly end: Promise<{ readonly code: number | null; readonly signal: string | null; readonly output: string }>;
}

/** A fixture as one file that Node runs without a build. */
export function bundleFixture(name: string, folder: string): string {
  const outfile = join(folder, `${name}.mjs`);
  buildSync({
    entryPoints: [join(fixtures, `${name}.ts`)],
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["toolwright-source"],
    loader: { ".md": "text" },
    outfile,
    logLevel: "error",
  });
  return outfile;
}

export function startLinkSwapper(directory: string, outside: string): WriterProcess {
  return startProcess([join(fixtures, "link-swapper.mjs"), directory, outside]);
}

/** Runs a script with Node; `wrap` puts another command in front. */
export function startProcess(args: readonly string[], wrap: readonly string[] = []): WriterProcess {
  const [command = process.execPath, ...rest] = [...wrap, process.execPath, ...args];
  const child = spawn(command, rest, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        resolve();
      });
    }
    child.once("close", () => resolve());
    child.once("error", () => resolve());
  });
  const end = new Promise<Awaited<WriterProcess["end"]>>((resolve) => {
    child.once("close", (code, signal) => resolve({ code, signal, output }));
    child.once("error", (error) => resolve({ code: null, signal: null, output: String(error) }));
  });
  return { child, ready, end };
}
