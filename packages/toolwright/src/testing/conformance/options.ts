import type { CapabilityProbe } from "../../access/capabilities.ts";
import type { Caller } from "../../tool/call-context.ts";
import type { ProcessRunner } from "../../tool/process-contract.ts";
import type { JsonObject } from "../../tool/schema.ts";
import type { AnyTool } from "../../tool/tool.ts";

export interface ConformanceOptions {
  /** What the handler is given; made fresh for every call, as in the kernel. */
  readonly services?: (caller: Caller) => unknown;
  /** A valid input; the tool's own examples without `fails` unless told. */
  readonly example?: JsonObject;
  /** Valid inputs that the tool answers with an error, besides the examples with `fails`: their next calls are checked. */
  readonly failing?: readonly JsonObject[];
  /** The other tools that a next call may name; without them only next calls to the tool itself are checked. */
  readonly registry?: readonly AnyTool[];
  /** What the tool needs is there unless told. */
  readonly capabilities?: Readonly<Record<string, CapabilityProbe>>;
  /** The processes of Node unless told. */
  readonly processes?: ProcessRunner;
  /** Real milliseconds that a handler may take to stop after its signal; 1,000 unless told. */
  readonly graceMs?: number;
  /** Real milliseconds that an example may take; 10,000 unless told. */
  readonly exampleMs?: number;
  /** How many calls run side by side in the check of concurrent calls; 100 unless told. */
  readonly callsAtOnce?: number;
  /** Real milliseconds for which a handler may block the event loop; 200 unless told. */
  readonly blockMs?: number;
}
