import type { CapabilityProbe } from "../../access/capabilities.ts";
import type { Caller } from "../../tool/call-context.ts";
import type { ProcessRunner } from "../../tool/process-contract.ts";
import type { JsonObject } from "../../tool/schema.ts";
import type { NextCall } from "../../tool/tool-error.ts";
import type { AnyTool } from "../../tool/tool.ts";

/** What the checks cannot determine from the tool itself. */
export interface ConformanceOptions {
  /** Services for the handler; created for every call, as in the kernel. */
  readonly services?: (caller: Caller) => unknown;
  /** A valid input. Default: the tool's own examples without `fails`. */
  readonly example?: JsonObject;
  /** Valid inputs that the tool answers with an error, besides the examples with `fails`: their next calls are checked. */
  readonly failing?: readonly JsonObject[];
  /** The other tools that a next call may name; without them only next calls to the tool itself are checked. */
  readonly registry?: readonly AnyTool[];
  /** As in the kernel: the calls for the steps that errors propose. */
  readonly nextSteps?: Readonly<Record<string, NextCall>>;
  /** What the tool needs. Default: everything is available. */
  readonly capabilities?: Readonly<Record<string, CapabilityProbe>>;
  /** Starts the tool's processes. Default: with Node. */
  readonly processes?: ProcessRunner;
  /** How long a handler may take to stop after its signal, in real milliseconds. Default: 1,000. */
  readonly graceMs?: number;
  /** How long an example may take, in real milliseconds. Default: 30,000, which a good tool needs on a starved machine. */
  readonly exampleMs?: number;
  /** How many concurrent calls the concurrency check makes. Default: 100. */
  readonly callsAtOnce?: number;
  /** How long a handler may block the event loop, in real milliseconds. Default: 200. */
  readonly blockMs?: number;
}
