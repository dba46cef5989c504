import { type Call, type ProcessSandbox, ToolError } from "toolwright";
import { type Followed, followProcess } from "../../shell/follow-process.ts";
import { inHeldDirectory } from "../../shell/in-held-directory.ts";
import type { CommandLog } from "../../shell/logs/command-log.ts";
import { reportOutput } from "../../shell/report-output.ts";
import { cleanOutput } from "../../shell/visible-text.ts";
import { explainSandbox } from "./explain-sandbox.ts";
import type { Output } from "./schema.ts";
import type { CommandServices, TimeLimit } from "./time-limit.ts";

const longest = 120;
const looked = 1_024;
const newline = 10;

export interface CommandRequest {
  /** As requested. */
  readonly command: string;
  /** With paths instead of handles. */
  readonly filled: string;
  readonly cwd: string;
  readonly directory: () => Promise<string>;
  readonly limit: TimeLimit;
  readonly sandbox: ProcessSandbox | undefined;
}

/** Runs a command to its end or its limit; its process tree is gone by then. */
export async function runToEnd(request: CommandRequest, services: CommandServices, call: Call): Promise<Output> {
  const { shell, outputs } = services;
  const startedAt = performance.now();
  const log = shell.logs.open(call.caller.principal, request.directory);
  const stopHeartbeat = call.heartbeat(request.command.slice(0, 60));
  let keeps = false;
  try {
    const ended = await runLogged(request, log, services, call);
    await log.finish();
    // From now on its handle refers to the file.
    shell.logs.settle(log);
    call.signal.throwIfAborted();
    const { text, shown, handle } = await reportOutput(log, request.command, outputs);
    // A long output that was still in memory gets its file only now.
    if (handle !== undefined) await log.keep();
    await log.finish();
    keeps = handle !== undefined && log.failure === undefined;
    return {
      state: ended.timedOut ? "timed_out" : "exited",
      exit_code: ended.exitCode,
      ...(ended.signal === null ? {} : { signal: ended.signal }),
      seconds: (performance.now() - startedAt) / 1000,
      text,
      shown,
      bytes: log.bytes,
      lines: log.lines,
      left_out_bytes: log.leftOut,
      ...(keeps ? { handle: log.handle } : {}),
      notes: [
        ...request.limit.notes,
        ...describeLog(log),
        ...(ended.leftBehind ? [leftBehindNote] : []),
        ...(request.sandbox === undefined
          ? []
          : explainSandbox({
              ...ended,
              command: request.command,
              text,
              refusedHosts: request.sandbox.refusedHosts?.(),
            })),
      ],
    };
  } finally {
    stopHeartbeat();
    shell.logs.settle(log);
    if (!keeps) await log.discard();
  }
}

const leftBehindNote = "a process that it left behind was ended; use background for what should go on";

function describeLog(log: CommandLog): readonly string[] {
  return log.failure === undefined ? [] : [`only counted, not kept: writing the output failed (${log.failure})`];
}

interface Ended extends Followed {
  readonly timedOut: boolean;
}

async function runLogged(
  request: CommandRequest,
  log: CommandLog,
  { shell }: CommandServices,
  call: Call,
): Promise<Ended> {
  const { program, environment } = shell;
  const tick = createTicker((message) => call.progress({ message }));
  const { running, followed } = await inHeldDirectory(request.cwd, (cwd) => {
    const started = call.spawn(program.file, program.args(request.filled), {
      cwd,
      env: environment,
      ...(request.sandbox && { sandbox: request.sandbox }),
    });
    // At once: the output of a finished process is lost to later readers.
    return { running: started, followed: followProcess(started, log, tick) };
  });
  // A caller that stops waiting gets the reason elsewhere.
  followed.catch(() => {});
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, request.limit.ms, undefined);
  });
  try {
    const ended = await Promise.race([followed, late]);
    if (ended !== undefined) return { ...ended, timedOut: false };
    const survivors = await running.kill();
    if (survivors.length > 0) {
      throw new ToolError(
        "not_ended",
        `The command ran into its limit of ${request.limit.ms} ms, and the system did not let these processes be ended: ${survivors.join(", ")}.`,
      );
    }
    return { ...(await followed), leftBehind: false, timedOut: true };
  } finally {
    clearTimeout(timer);
  }
}

/** Reports the last line that a command printed; the kernel throttles what reaches the host. */
function createTicker(tell: (message: string) => void): (chunk: Buffer) => void {
  return (chunk) => {
    const line = cleanOutput(lastLine(chunk.subarray(-looked)).toString("utf8")).trim();
    if (line !== "") tell(line.slice(0, longest));
  };
}

/** The last non-empty line, by bytes: output can be gigabytes, and only one line of a chunk is ever shown. */
function lastLine(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] ?? 0) <= 32) end -= 1;
  const start = end === 0 ? 0 : bytes.lastIndexOf(newline, end - 1) + 1;
  return bytes.subarray(start, end);
}
