import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { fromThread, type FromThread, type ThreadStart, type ToThread } from "./worker/messages.ts";

/** The thread of one script. */
export interface ScriptThread {
  send(message: ToThread): void;
  /** Ends it at once, whatever it computes. */
  close(): Promise<void>;
}

export interface ThreadEvents {
  readonly onMessage: (message: FromThread) => void;
  /** The thread is gone without having told an end. */
  readonly onLost: (why: string) => void;
}

/** Starts a thread with a sandbox of its own. */
export async function openThread(start: Omit<ThreadStart, "wasm">, events: ThreadEvents): Promise<ScriptThread> {
  const file = findWorkerFile();
  const wasm = await compileOnce(file);
  const workerData: ThreadStart = { ...start, wasm };
  const worker = new Worker(file, {
    workerData,
    // Nothing of the host's process belongs to a script.
    env: {},
    argv: [],
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 8 },
  });
  let told = false;
  const lose = (why: string): void => {
    if (!told) events.onLost(why);
    told = true;
  };
  worker.on("message", (message: unknown) => {
    const read = fromThread.safeParse(message);
    if (!read.success) return lose("it sent something unexpected");
    told ||= read.data.kind === "end";
    events.onMessage(read.data);
  });
  worker.on("error", (error: unknown) => lose(error instanceof Error ? error.message : String(error)));
  worker.on("exit", (code) => lose(`it exited with ${code}`));
  return {
    send: (message) => worker.postMessage(message),
    async close() {
      told = true;
      await worker.terminate();
    },
  };
}

declare global {
  // The types of Node have only its types.
  // oxlint-disable-next-line typescript/no-namespace
  namespace WebAssembly {
    function compile(bytes: Uint8Array): Promise<Module>;
  }
}

const wasmName = "quickjs.wasm";
let compiled: Promise<WebAssembly.Module> | undefined;

/** Compiled once in a process; every thread makes a fresh instance of it. */
function compileOnce(workerFile: string): Promise<WebAssembly.Module> {
  compiled ??= readFile(join(dirname(workerFile), wasmName)).then((bytes) => WebAssembly.compile(bytes));
  compiled.catch(() => (compiled = undefined));
  return compiled;
}

/** Chunks of a bundle are at most this deep below its own directory. */
const levels = 3;

/** The thread's own bundle: in `script/` of the built program, or where tests put it in a clone. */
function findWorkerFile(): string {
  const here = fileURLToPath(import.meta.url);
  if (here.endsWith(".ts")) return join(dirname(here), "../../node_modules/.cache/toolwright/script-worker.mjs");
  let directory = dirname(here);
  for (let up = 0; up < levels; up += 1) {
    const built = join(directory, "script", "script-worker.mjs");
    if (existsSync(built)) return built;
    directory = dirname(directory);
  }
  throw new Error(`There is no script/script-worker.mjs near ${here}; run npm run build.`);
}
