import { AsyncResource } from "node:async_hooks";
import { escapeHidden, type ProcessScope, type SpawnOptions, ToolError } from "toolwright";
import { nextStep } from "../../workspace/next-step.ts";
import type { CommandLog } from "../logs/command-log.ts";
import type { CommandLogs } from "../logs/command-logs.ts";
import { type Job, startJob } from "./job.ts";

export interface JobRequest {
  /** The session that starts it; only this session sees it. */
  readonly session: string;
  readonly command: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly options: SpawnOptions;
  /** When to end it. Default: never. */
  readonly limitMs?: number | undefined;
  readonly directory: () => Promise<string>;
}

/** Commands that outlive the call that started them, but not the server. */
export interface Jobs {
  start(request: JobRequest): Promise<Job>;
  /** Throws a ToolError if the handle is not a job of this session. */
  find(session: string, handle: string): Job;
  /** Oldest first. */
  list(session: string): readonly Job[];
  /** Ends all jobs and their logs. */
  close(): Promise<void>;
}

export interface JobsOptions {
  /** Ends with the server. */
  readonly scope: ProcessScope;
  readonly logs: CommandLogs;
  /** Per session. Default: 16. */
  readonly most?: number;
}

export function openJobs({ scope, logs, most = 16 }: JobsOptions): Jobs {
  const jobs = new Map<string, { readonly session: string; readonly job: Job; readonly log: CommandLog }>();
  // Outside any call: a job's later work must not run in the context of the call that started it.
  const outside = new AsyncResource("OutriderJobs");

  /** Each session makes room among its own jobs only. */
  async function makeRoom(session: string): Promise<void> {
    const own = [...jobs].filter(([, entry]) => entry.session === session);
    if (own.length < most) return;
    const finished = own.find(([, { job }]) => job.status() !== "running");
    if (finished === undefined) {
      throw new ToolError(
        "too_many_jobs",
        `${most} background jobs are running, the most there may be. End one with action "kill".`,
      );
    }
    const [handle, { log }] = finished;
    jobs.delete(handle);
    await log.discard();
  }

  return {
    async start(request) {
      await makeRoom(request.session);
      return await outside.runInAsyncScope(async () => {
        const log = logs.open(request.directory);
        // From the start, as others read it by its handle while it grows.
        await log.keep();
        const { command, file, args, options, limitMs, session } = request;
        const job = startJob({
          command,
          log,
          running: scope.spawn(file, args, options),
          limitMs,
          onEnd: () => logs.settle(log),
        });
        jobs.set(job.handle, { session, job, log });
        return job;
      });
    },
    find(session, handle) {
      const found = jobs.get(handle);
      if (found?.session === session) return found.job;
      const shown = escapeHidden(JSON.stringify(handle.slice(0, 60)));
      throw new ToolError(
        "unknown_job",
        `No background job ${shown} of this session; finished ones are dropped when there are too many.`,
        nextStep("list-jobs", {}),
      );
    },
    list: (session) => [...jobs.values()].filter((entry) => entry.session === session).map(({ job }) => job),
    async close() {
      await Promise.all([...jobs.values()].map(({ job }) => job.kill()));
      await scope.close();
      await Promise.all([...jobs.values()].map(({ log }) => log.discard()));
      jobs.clear();
      outside.emitDestroy();
    },
  };
}
