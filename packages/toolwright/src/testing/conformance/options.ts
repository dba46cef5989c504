import type { CapabilityProbe } from "../../access/capabilities.ts";
import type { Caller } from "../../tool/call-context.ts";
import type { ProcessRunner } from "../../tool/process-contract.ts";
import type { JsonObject } from "../../tool/schema.ts";
import type { NextCall } from "../../tool/tool-error.ts";
import type { AnyTool } from "../../tool/tool.ts";

/** What the checks cannot find out from the tool itself. */
export interface ConformanceOptions {
  /** What the handler is given; made fresh for every call, as in the kernel. */
  readonly services?: (caller: Caller) => unknown;
  /** A valid input. By default the tool's own examples without `fails`. */
  readonly example?: JsonObject;
  /** Valid inputs that the tool answers with an error, besides the examples with `fails`: their next calls are checked. */
  readonly failing?: readonly JsonObject[];
  /** The other tools that a next call may name; without them only next calls to the tool itself are checked. */
  readonly registry?: readonly AnyTool[];
  /** As in the kernel: which calls the steps are that errors propose. */
  readonly nextSteps?: Readonly<Record<string, NextCall>>;
  /** What the tool needs. By default everything is there. */
  readonly capabilities?: Readonly<Record<string, CapabilityProbe>>;
  /** Starts the tool's processes. By default with Node. */
  readonly processes?: ProcessRunner;
  /** Real milliseconds that a handler may take to stop after its signal. Default 1,000. */
  readonly graceMs?: number;
  /** Real milliseconds that an example may take. Default 10,000. */
  readonly exampleMs?: number;
  /** How many calls the check of concurrent calls makes at once. Default 100. */
  readonly callsAtOnce?: number;
  /** Real milliseconds for which a handler may block the event loop. Default 200. */
  readonly blockMs?: number;
}
