import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { ProcessScope, RunningProcess } from "toolwright";
import * as z from "zod";
import { EmbedderError, toUnitVector } from "../embedder.ts";

/** Which model to run, and how. */
interface ModelPlace {
  /** The package, or a file of it. */
  readonly library: string;
  readonly model: string;
  readonly path: string;
  readonly download: boolean;
  readonly dtype: string;
  readonly pooling: string;
}

/** Replies of the model's process: vectors in portions, and the outcome of a job. */
const replySchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("vectors"),
    id: z.int(),
    start: z.int().min(0),
    rows: z.int().min(1),
    values: z.string(),
  }),
  z.object({ kind: z.literal("done"), id: z.int() }),
  z.object({ kind: z.literal("failed"), id: z.int(), code: z.string().optional(), message: z.string() }),
]);

type ModelReply = z.infer<typeof replySchema>;

// A bundle has its chunks at most this deep below its own directory.
const levels = 4;

/** A model in its own process; started with the first texts, and restarted with the next ones after it was lost. */
export interface RunningModel {
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]>;
  /** Ends the process, including what it is doing. */
  close(): Promise<void>;
}

interface Job {
  readonly vectors: Float32Array[];
  settle(error?: unknown): void;
}

// oxlint-disable-next-line max-lines-per-function -- one process and its requests; every function inside is short
export function runModel(place: ModelPlace, processes: ProcessScope): RunningModel {
  const jobs = new Map<number, Job>();
  let child: RunningProcess | undefined;
  let loaded = false;
  let lastId = 0;
  let timer: NodeJS.Timeout | undefined;

  function start(): RunningProcess {
    const { library, model, path, download, dtype } = place;
    const how = JSON.stringify({ library, model, path, download, dtype });
    const started = processes.spawn(process.execPath, [findModelProcess(), how], { stdin: "pipe" });
    child = started;
    loaded = false;
    // The process may exit before it has read everything.
    started.stdin?.on("error", () => {});
    started.stderr.resume();
    createInterface({ input: started.stdout }).on("line", (line) => {
      const reply = readReply(line);
      if (reply !== undefined && child === started) receive(reply);
    });
    const onExit = (): void =>
      void lose(started, new EmbedderError(`The process of the model ${model} ended; try again.`, { retryable: true }));
    started.exit.then(onExit, onExit);
    return started;
  }

  function receive(reply: ModelReply): void {
    if (reply.kind !== "failed") loaded = true;
    watch();
    const job = jobs.get(reply.id);
    if (reply.kind === "vectors") {
      if (job !== undefined) keep(job, reply);
      return;
    }
    const error = reply.kind === "failed" ? explainFailure(place, reply) : undefined;
    job?.settle(error);
    // A process that failed to load its model never will.
    if (error !== undefined && !loaded && child !== undefined) void lose(child, error);
  }

  /** Limits how long it may be silent while jobs wait; loading gets more time, and downloading even more. */
  function watch(): void {
    clearTimeout(timer);
    if (jobs.size === 0) return;
    const silenceMs = loaded ? workingMs : place.download ? fetchingMs : loadingMs;
    timer = setTimeout(() => {
      const problem = `The model ${place.model} said nothing for ${silenceMs / 1_000} s; try again, or choose a smaller one.`;
      if (child !== undefined) void lose(child, new EmbedderError(problem, { retryable: true }));
    }, silenceMs);
  }

  async function lose(lost: RunningProcess, error: EmbedderError): Promise<void> {
    if (child !== lost) return;
    child = undefined;
    for (const job of jobs.values()) job.settle(error);
    await lost.kill();
  }

  return {
    embed(texts, signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const { stdin } = child ?? start();
        const tell = (message: object): void => void stdin?.write(`${JSON.stringify(message)}\n`);
        lastId += 1;
        const id = lastId;
        const job: Job = {
          vectors: [],
          settle(error) {
            jobs.delete(id);
            signal.removeEventListener("abort", onAbort);
            watch();
            if (error === undefined) resolve(job.vectors);
            else reject(error);
          },
        };
        const onAbort = (): void => {
          tell({ kind: "cancel", id });
          job.settle(signal.reason);
        };
        signal.addEventListener("abort", onAbort, { once: true });
        jobs.set(id, job);
        watch();
        tell({ kind: "embed", id, texts, pooling: place.pooling });
      });
    },
    async close() {
      const closed = new EmbedderError("The embedder is closed; open it again.", { retryable: false });
      if (child !== undefined) await lose(child, closed);
    },
  };
}

const workingMs = 120_000;
const loadingMs = 120_000;
const fetchingMs = 900_000;

function keep(job: Job, portion: Extract<ModelReply, { kind: "vectors" }>): void {
  try {
    for (const [row, vector] of vectorsOf(portion).entries()) job.vectors[portion.start + row] = vector;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    job.settle(new EmbedderError(`The model's answer cannot be used: ${why}.`, { retryable: false }));
  }
}

/** The file of the model's process: next to the built program; in a clone, next to this file. */
function findModelProcess(): string {
  const here = fileURLToPath(import.meta.url);
  if (here.endsWith(".ts")) return join(dirname(here), "model-process.mjs");
  let directory = dirname(here);
  for (let up = 0; up < levels; up += 1) {
    const built = join(directory, "search/embedders/transformers/model-process.js");
    if (existsSync(built)) return built;
    directory = dirname(directory);
  }
  throw new Error(`There is no model-process.js near ${here}; run npm run build.`);
}

/** Undefined for lines that a library printed in between. */
function readReply(line: string): ModelReply | undefined {
  try {
    return replySchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/** The rows of a portion, of length 1. Throws if one of them has no direction. */
function vectorsOf({ rows, values }: Extract<ModelReply, { kind: "vectors" }>): readonly Float32Array[] {
  const bytes = Buffer.from(values, "base64");
  const dimensions = bytes.length / 4 / rows;
  const numbers = Float32Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(at * 4));
  return Array.from({ length: rows }, (_, row) =>
    toUnitVector(numbers.subarray(row * dimensions, (row + 1) * dimensions)),
  );
}

/** Why a model does not run, and what to do about it. */
function explainFailure(
  place: ModelPlace,
  failure: { readonly code?: unknown; readonly message: string },
): EmbedderError {
  const { model, path, library } = place;
  if (failure.code === "ERR_MODULE_NOT_FOUND" && failure.message.includes(library)) {
    const next = `npm install ${library} where Outrider is installed (with --global if Outrider is)`;
    return new EmbedderError(
      `The package ${library} is not installed; run ${next}, or set search.embedder = "static".`,
      {
        retryable: false,
      },
    );
  }
  const said = failure.message.replaceAll(/\s+/g, " ").slice(0, 300);
  if (
    !place.download &&
    /local_files_only|not found locally|allowRemoteModels|Unable to (?:load|find)|ENOENT/i.test(said)
  ) {
    const next = `put its files there, or set search.transformers.download = true to have them fetched`;
    return new EmbedderError(`The model ${model} is not whole in ${join(path, model)} (${said}); ${next}.`, {
      retryable: false,
    });
  }
  return new EmbedderError(`The model ${model} does not run: ${said}.`, { retryable: false });
}
