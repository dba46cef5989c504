import type { Outcome } from "../../call/outcome.ts";
import type { JsonObject } from "../../tool/schema.ts";
import type { AnyTool } from "../../tool/tool.ts";
import type { Fault } from "../test-kernel.ts";
import { openBench, type ObservedKernel, type BenchOptions, type BenchSubject } from "./bench.ts";
import { measureGrowth, type Growth, type Way } from "./leaks.ts";
import type { ConformanceOptions } from "./options.ts";
import { ConformanceError } from "./require-outcome.ts";

/** The example, run once and alone. */
export interface LoneRun {
  /** A ConformanceError if the call did not end in time. */
  readonly end: Outcome | ConformanceError;
  readonly faults: readonly Fault[];
  readonly reports: number;
}

/** The tool under test, and how to run it. */
export interface Subject extends BenchSubject {
  readonly examples: readonly JsonObject[];
  open(options?: BenchOptions): ObservedKernel;
  /** Runs once; all checks share the result. */
  lone(): Promise<LoneRun>;
  /** Measured once for each way; all checks share the result. */
  growth(way: Way): Promise<Growth>;
}

export function createSubject(
  tool: AnyTool,
  examples: readonly JsonObject[],
  example: JsonObject,
  options: ConformanceOptions,
): Subject {
  const { graceMs = 1_000, exampleMs = 30_000 } = options;
  const plain: BenchSubject = { tool, example, options, graceMs, exampleMs, strays: [] };
  const growths: Partial<Record<Way, Promise<Growth>>> = {};
  let lone: Promise<LoneRun> | undefined;
  return {
    ...plain,
    examples,
    open: (benchOptions = {}) => openBench(plain, benchOptions),
    lone: () => (lone ??= runAlone(plain)),
    growth: (way) => (growths[way] ??= measureGrowth(plain, way)),
  };
}

/** Why checks that need a working example cannot run; undefined if they can. */
export async function findExampleProblem(subject: Subject): Promise<string | undefined> {
  const { end } = await subject.lone();
  if (!(end instanceof ConformanceError) && end.status === "ok") return undefined;
  return "its example does not end ok; mend example:ok first";
}

async function runAlone(subject: BenchSubject): Promise<LoneRun> {
  await using bench = openBench(subject, {});
  const started = bench.start();
  const end = await started.outcome.catch(toConformanceError);
  return { end, faults: bench.faults(), reports: started.run()?.reporters.length ?? 0 };
}

function toConformanceError(error: unknown): ConformanceError {
  if (error instanceof ConformanceError) return error;
  throw error;
}
