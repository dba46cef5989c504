import type { Call, Caller, LogLevel } from "../tool/call-context.ts";
import type { ExecOptions, ExecResult, ProcessScope, RunningProcess, SpawnOptions } from "../tool/process-contract.ts";
import type { ProgressUpdate } from "../tool/call-context.ts";
import { askClient, type Answers, type Question } from "../tool/question.ts";
import { ToolError } from "../tool/tool-error.ts";
import type { CallRequest } from "./call-request.ts";
import type { Lifetime } from "./lifetime.ts";
import type { KernelParts } from "./parts.ts";
import type { ProgressReporter } from "./progress.ts";

const noAnswers: Answers = Object.freeze({});

/**
 * The object that a handler holds of its call. Its functions may be detached; it is a class only because a getter
 * on a prototype costs nothing, while one in an object literal costs 1.5 µs per call.
 */
export class OpenCall implements Call {
  readonly id: string;
  readonly tool: string;
  readonly caller: Caller;
  readonly answers: Answers;
  readonly approval: unknown;
  readonly valueOnly: boolean;
  /** Set by the boundary once the seal is open, before the handler runs. */
  state: unknown;
  readonly #canAsk: CallRequest["canAsk"];
  readonly #life: Lifetime;
  readonly #parts: KernelParts;
  readonly #log: (level: LogLevel, message: string) => void;
  readonly #progress: ProgressReporter;
  #scope: ProcessScope | undefined;

  constructor(
    parts: KernelParts,
    about: CallRequest,
    life: Lifetime,
    progress: ProgressReporter,
    log: (level: LogLevel, message: string) => void,
  ) {
    this.id = about.callId;
    this.tool = about.tool.name;
    this.caller = about.caller;
    this.answers = about.continues?.answers ?? noAnswers;
    this.approval = about.continues === undefined ? undefined : about.approval;
    this.valueOnly = about.valueOnly;
    this.state = undefined;
    this.#canAsk = about.canAsk;
    this.#parts = parts;
    this.#life = life;
    this.#progress = progress;
    this.#log = log;
  }

  get signal(): AbortSignal {
    return this.#life.signal();
  }

  readonly remainingMs = (): number => this.#life.remainingMs();

  readonly progress = (update: ProgressUpdate): void => {
    this.#life.touch();
    this.#progress.report(update);
  };

  readonly heartbeat = (message: string): (() => void) => this.#progress.heartbeat(message);

  readonly log = (level: LogLevel, message: string): void => {
    if (!this.#life.isOver()) this.#log(level, message);
  };

  readonly ask = askClient;

  readonly canAsk = (kind: Question["kind"]): boolean => this.#canAsk?.(kind) ?? false;

  readonly spawn = (file: string, args: readonly string[], options?: SpawnOptions): RunningProcess =>
    this.#openScope().spawn(file, args, options);

  readonly exec = async (file: string, args: readonly string[], options?: ExecOptions): Promise<ExecResult> =>
    await this.#openScope().exec(file, args, options);

  static hasProcesses(call: OpenCall): boolean {
    return call.#scope !== undefined;
  }

  /** Ends every process the handler started; resolves with the pids that resisted. */
  static async closeProcesses(call: OpenCall): Promise<readonly number[]> {
    return call.#scope === undefined ? [] : await call.#scope.close();
  }

  #openScope(): ProcessScope {
    // Also after a result: a process started then would have no owner.
    if (this.#life.isOver()) throw new DOMException(`The call of ${this.tool} has ended`, "AbortError");
    if (this.#parts.processes === undefined) {
      throw new ToolError(
        "no_processes",
        "This host starts no processes; give createKernel `processes: createProcessRunner()`.",
      );
    }
    return (this.#scope ??= this.#parts.processes.openScope({ signal: this.signal, onActivity: this.#life.touch }));
  }
}
