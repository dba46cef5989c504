import { AsyncResource } from "node:async_hooks";
import { type Caller, escapeHidden, type ProcessScope, type SpawnOptions, ToolError } from "toolwright";
import { nextStep } from "../../workspace/next-step.ts";
import type { CommandLog } from "../logs/command-log.ts";
import type { CommandLogs } from "../logs/command-logs.ts";
import { type Job, startJob } from "./job.ts";

export interface JobRequest {
  /** Who starts it; only the same session of the same principal sees it. */
  readonly caller: Caller;
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
  find(caller: Caller, handle: string): Job;
  /** Oldest first. */
  list(caller: Caller): readonly Job[];
  /** Ends all jobs of a principal whose token was revoked, or those of one session that is over. */
  endAll(principal: string, session?: string): Promise<void>;
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
  const jobs = new Map<string, { readonly caller: Caller; readonly job: Job; readonly log: CommandLog }>();
  // Outside any call: a job's later work must not run in the context of the call that started it.
  const outside = new AsyncResource("OutriderJobs");

  /** Each session makes room among its own jobs only. */
  async function makeRoom(caller: Caller): Promise<void> {
    const own = [...jobs].filter(([, entry]) => isSame(entry.caller, caller));
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
      await makeRoom(request.caller);
      return await outside.runInAsyncScope(async () => {
        const log = logs.open(request.caller.principal, request.directory);
        // From the start, as others read it by its handle while it grows.
        await log.keep();
        const { command, file, args, options, limitMs, caller } = request;
        const job = startJob({
          command,
          log,
          sandbox: options.sandbox,
          running: scope.spawn(file, args, options),
          limitMs,
          onEnd: () => logs.settle(log),
        });
        jobs.set(job.handle, { caller, job, log });
        return job;
      });
    },
    find(caller, handle) {
      const found = jobs.get(handle);
      if (found !== undefined && isSame(found.caller, caller)) return found.job;
      const shown = escapeHidden(JSON.stringify(handle.slice(0, 60)));
      throw new ToolError(
        "unknown_job",
        `No background job ${shown} of this session; finished ones are dropped when there are too many.`,
        nextStep("list-jobs", {}),
      );
    },
    list: (caller) => [...jobs.values()].filter((entry) => isSame(entry.caller, caller)).map(({ job }) => job),
    async endAll(principal, session) {
      const own = [...jobs.values()].filter(
        ({ caller }) => caller.principal === principal && (session === undefined || caller.session === session),
      );
      await Promise.all(own.map(({ job }) => job.kill()));
    },
    async close() {
      await Promise.all([...jobs.values()].map(({ job }) => job.kill()));
      await scope.close();
      await Promise.all([...jobs.values()].map(({ log }) => log.discard()));
      jobs.clear();
      outside.emitDestroy();
    },
  };
}

function isSame(one: Caller, other: Caller): boolean {
  return one.session === other.session && one.principal === other.principal;
}
