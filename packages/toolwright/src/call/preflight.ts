import type { Caller } from "../tool/call-context.ts";
import { isJsonObject } from "../tool/schema.ts";
import { describeProblems } from "./describe-end.ts";
import { checkAccess, refuseHidden, refuseUnknown } from "./gate.ts";
import type { Outcome } from "./outcome.ts";
import { failure, type KernelParts, type UnstampedOutcome } from "./parts.ts";
import { readInput } from "./read-input.ts";

/** What the gates in front of a tool say to a call, so that a host can ask a person about several calls at once. */
export async function preflightCall(
  parts: KernelParts,
  name: string,
  input: unknown,
  caller: Caller,
): Promise<Outcome | undefined> {
  const draft = await passGates(parts, name, input, caller).catch(() => undefined);
  return draft === undefined ? undefined : { ...draft, callId: "", tool: name, durationMs: 0, notes: [] };
}

/** A gate that throws lets the call itself report it. */
async function passGates(
  parts: KernelParts,
  name: string,
  given: unknown,
  caller: Caller,
): Promise<UnstampedOutcome | undefined> {
  const tool = parts.tools.get(name);
  if (tool === undefined) return await refuseUnknown(parts, name, caller);
  const hidden = await refuseHidden(parts, tool, caller);
  if (hidden !== undefined) return hidden;
  const read = await readInput(tool, given);
  if (!read.valid) return failure("invalid_input", describeProblems(tool, read.problems));
  const input = isJsonObject(read.parsed) ? read.parsed : read.input;
  const asked = { tool, input, given: read.input, caller };
  const consent = { approval: undefined, approvedBefore: false };
  const access = await checkAccess(
    parts,
    asked,
    consent,
    () => false,
    (error) => parts.emit({ type: "fault", callId: "", tool: name, source: "policy", error }),
  );
  return typeof access === "object" ? access : undefined;
}
