import { randomUUID } from "node:crypto";
import type { Outcome } from "../../call/outcome.ts";
import { containHandlers } from "../../process/index.ts";
import type { HandlerContainment } from "../../tool/call-context.ts";
import { deferred, type Deferred } from "../../tool/deferred.ts";
import type { JsonObject } from "../../tool/schema.ts";
import type { AnyTool } from "../../tool/tool.ts";
import { openTestKernel, type Fault, type TestKernel } from "../test-kernel.ts";
import { endsWithin } from "../waiting.ts";
import type { ConformanceOptions } from "./options.ts";
import { recordRuns, type HandlerRun } from "./record-runs.ts";
import { ConformanceError, describeOutcome } from "./require-outcome.ts";
import { steerTool, type Steering } from "./steer.ts";

/** Whom the calls of a bench are made for. */
export const benchPrincipal = "testing";

export interface BenchOptions {
  readonly steer?: Steering;
  /** Changes to the definition of this copy. */
  readonly change?: Partial<Pick<AnyTool, "budgetTokens" | "stallMs" | "format">>;
  /** How long to wait for handlers at the end, in real milliseconds. Default: as long as they may take to stop. */
  readonly graceMs?: number;
  /** How long a call may take, in real milliseconds. Default: as long as an example. */
  readonly limitMs?: number;
}

export interface StartedCall {
  readonly session: string;
  /** Rejects with a ConformanceError if the call takes longer than examples may. */
  readonly outcome: Promise<Outcome>;
  /** Resolves when the handler is entered; rejects if the call ends without entering it. */
  readonly reached: Promise<void>;
  /** The run of the tool's own handler, once it was entered. */
  run(): HandlerRun | undefined;
}

/** A separate kernel for one tool that observes its handler. */
export interface ObservedKernel extends AsyncDisposable, Omit<TestKernel, "close"> {
  /** Every run of the tool's own handler. */
  readonly runs: readonly HandlerRun[];
  start(call?: { readonly input?: unknown; readonly signal?: AbortSignal }): StartedCall;
}

export interface BenchSubject {
  readonly tool: AnyTool;
  readonly example: JsonObject;
  readonly options: ConformanceOptions;
  readonly graceMs: number;
  readonly exampleMs: number;
  /** Errors that escaped any run of the handler so far. */
  readonly strays: Fault[];
}

export function openBench(subject: BenchSubject, benchOptions: BenchOptions): ObservedKernel {
  const { tool, options } = subject;
  const {
    steer = (original) => original,
    change = {},
    limitMs = subject.exampleMs,
    graceMs = subject.graceMs,
  } = benchOptions;
  const runs: HandlerRun[] = [];
  const entered = new Map<string, Deferred<void>>();
  const tellEntered: Steering = (original) => (input, services, call) => {
    entered.get(call.caller.session)?.resolve();
    return original(input, services, call);
  };
  const observed = steerTool({ ...tool, ...change }, (original) =>
    tellEntered(steer(recordRuns((run) => runs.push(run))(original))),
  );
  const others = (options.registry ?? []).filter((other) => other.name !== tool.name);
  const { services, capabilities, processes, nextSteps } = options;
  const opened = openTestKernel([observed, ...others], {
    services,
    capabilities,
    processes,
    nextSteps,
    containment: lastingContainment(),
    previewTokens: 64,
    onFault: (fault) => void (fault.source === "stray" && subject.strays.push(fault)),
  });

  return {
    ...opened,
    runs,
    start(call = {}) {
      const session = randomUUID();
      const entry = deferred();
      entered.set(session, entry);
      const input = call.input === undefined ? structuredClone(subject.example) : call.input;
      const options = {
        caller: { host: "testing", session, principal: benchPrincipal },
        ...(call.signal === undefined ? {} : { signal: call.signal }),
      };
      const outcome = inTime(opened.kernel.call(tool.name, input, options), limitMs);
      outcome.then((end) => entry.reject(notReached(end, opened)), entry.reject);
      entry.promise.catch(() => {});
      const run = (): HandlerRun | undefined => runs.find((each) => each.call.caller.session === session);
      return { session, outcome, reached: entry.promise, run };
    },
    async [Symbol.asyncDispose]() {
      await opened.close(graceMs);
    },
  };
}

let lasting: HandlerContainment | undefined;

/** Never closed: errors may escape a broken tool long after its check, and must not end the test run. */
function lastingContainment(): HandlerContainment {
  lasting ??= containHandlers();
  return lasting;
}

async function inTime(outcome: Promise<Outcome>, limitMs: number): Promise<Outcome> {
  if (await endsWithin(outcome, limitMs)) return await outcome;
  throw new ConformanceError(
    `the call had not ended after ${limitMs} ms of real time.`,
    "a call of the example that ends.",
    "give the tool an example that is quick, or a larger `exampleMs`; look for a promise that nothing settles.",
  );
}

function notReached(outcome: Outcome, opened: TestKernel): ConformanceError {
  return new ConformanceError(
    `the call ended before its handler was entered: ${describeOutcome(outcome, opened.faults())}`,
    "an example that reaches the handler.",
    "correct `examples` of the definition, or give the options what the tool needs (`services`, `capabilities`).",
  );
}
