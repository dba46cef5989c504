import { createInterface } from "node:readline";
import type { ProcessScope, RunningProcess } from "toolwright/process";
import { EmbedderError } from "../embedder.ts";
import { explainFailure, type ModelPlace } from "./explain-failure.ts";
import { findModelProcess } from "./find-model-process.ts";
import { readReply, vectorsOf, type ModelReply } from "./model-reply.ts";

/** A model in a process of its own; started with the first texts, and again with the next when it was lost. */
export interface RunningModel {
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]>;
  /** Ends the process with what it is doing. */
  close(): Promise<void>;
}

interface Job {
  readonly vectors: Float32Array[];
  settle(error?: unknown): void;
}

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
    // It may be gone before it has read everything.
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
    // A process that could not load its model never will.
    if (error !== undefined && !loaded && child !== undefined) void lose(child, error);
  }

  /** It may say nothing only so long while somebody waits; loading takes its time, and fetching more. */
  function watch(): void {
    clearTimeout(timer);
    if (jobs.size === 0) return;
    const patienceMs = loaded ? workingMs : place.download ? fetchingMs : loadingMs;
    timer = setTimeout(() => {
      const problem = `The model ${place.model} said nothing for ${patienceMs / 1_000} s; try again, or choose a smaller one.`;
      if (child !== undefined) void lose(child, new EmbedderError(problem, { retryable: true }));
    }, patienceMs);
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
