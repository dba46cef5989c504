import { type Call, type ProcessSandbox, ToolError } from "toolwright";
import { inHeldDirectory } from "../../shell/in-held-directory.ts";
import type { Job } from "../../shell/jobs/job.ts";
import { reportOutput, reportTail } from "../../shell/report-output.ts";
import { explainSandbox } from "./explain-sandbox.ts";
import type { Input, Output } from "./schema.ts";
import type { CommandServices, TimeLimit } from "./time-limit.ts";

type Action = NonNullable<Input["action"]>;

export interface BackgroundRequest {
  readonly command: string;
  readonly cwd: string;
  readonly directory: () => Promise<string>;
  /** None unless requested: a background command is meant to keep running. */
  readonly limit: TimeLimit | undefined;
  readonly sandbox: ProcessSandbox | undefined;
}

/** Long enough to report a command that fails at once. */
const firstLookMs = 1_000;

export async function startInBackground(
  request: BackgroundRequest,
  services: CommandServices,
  call: Call,
): Promise<{ readonly answer: Output; readonly ended: Promise<void> }> {
  const { jobs, program, environment } = services.shell;
  const { command, cwd, directory, limit, sandbox } = request;
  const job = await inHeldDirectory(cwd, (held) =>
    jobs.start({
      caller: call.caller,
      command,
      file: program.file,
      args: program.args(command),
      options: { cwd: held, env: environment, ...(sandbox && { sandbox }) },
      limitMs: limit?.ms,
      directory,
    }),
  );
  await job.wait(firstLookMs, call.signal);
  return { answer: withNotes(await describeJob(job, services), limit), ended: job.ended };
}

export async function answerJob(
  handle: string,
  action: Action,
  limit: TimeLimit,
  services: CommandServices,
  call: Call,
): Promise<Output> {
  const job = services.shell.jobs.find(call.caller, handle);
  if (action === "kill") await kill(job);
  if (action !== "wait") return await describeJob(job, services);
  const stopHeartbeat = call.heartbeat(`waiting for ${job.command.slice(0, 60)}`);
  try {
    await job.wait(limit.ms, call.signal);
  } finally {
    stopHeartbeat();
  }
  return withNotes(await describeJob(job, services), limit);
}

function withNotes(value: Output, limit: TimeLimit | undefined): Output {
  if (limit === undefined || limit.notes.length === 0) return value;
  return { ...value, notes: [...limit.notes, ...(value.notes ?? [])] };
}

export function listJobs({ shell }: CommandServices, call: Call): Output {
  const jobs = shell.jobs.list(call.caller).map((job) => ({
    job: job.handle,
    state: job.status(),
    exit_code: job.exitCode(),
    seconds: job.elapsedMs() / 1000,
    command: job.command,
  }));
  return { jobs };
}

async function kill(job: Job): Promise<void> {
  const survivors = await job.kill();
  if (survivors.length === 0) return;
  throw new ToolError(
    "not_ended",
    `The system did not let these processes of ${job.handle} be ended: ${survivors.join(", ")}.`,
  );
}

async function describeJob(job: Job, { outputs }: CommandServices): Promise<Output> {
  const { log } = job;
  const state = job.status();
  const isOver = state !== "running";
  const { text, shown } = isOver ? await reportOutput(log, job.command, outputs) : await reportTail(log, outputs);
  const signal = job.signal();
  const exitCode = job.exitCode();
  const notes = [
    ...(job.leftBehind() ? ["what its shell left behind was ended; leave out `&` in background commands"] : []),
    ...(job.sandbox !== undefined && state === "exited"
      ? explainSandbox({ command: job.command, exitCode, text, refusedHosts: job.sandbox.refusedHosts?.() })
      : []),
  ];
  return {
    state,
    exit_code: exitCode,
    ...(signal === null ? {} : { signal }),
    seconds: job.elapsedMs() / 1000,
    text,
    shown,
    bytes: log.bytes,
    lines: log.lines,
    left_out_bytes: log.leftOut,
    handle: log.handle,
    ...(notes.length === 0 ? {} : { notes }),
  };
}
