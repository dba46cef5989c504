import type { Approval } from "../access/approval.ts";
import { findMissingCapability } from "../access/capabilities.ts";
import { decideAccess } from "../access/policy.ts";
import type { Caller } from "../tool/call-context.ts";
import { nearestName } from "../tool/nearest-name.ts";
import type { JsonObject } from "../tool/schema.ts";
import type { AnyTool } from "../tool/tool.ts";
import { failure, type Draft } from "./draft.ts";
import type { KernelParts } from "./parts.ts";

export interface HiddenTool {
  readonly tool: AnyTool;
  readonly reason: string;
  readonly remedy?: string;
}

/** Sorts the tools into those this caller may see and those that are hidden, with the reason. */
export async function listExposed(
  parts: KernelParts,
  caller: Caller,
): Promise<{ readonly visible: readonly AnyTool[]; readonly hidden: readonly HiddenTool[] }> {
  const visible: AnyTool[] = [];
  const hidden: HiddenTool[] = [];
  for (const tool of parts.tools.values()) {
    const missing = await findMissingCapability(tool.needs, parts.probes, caller, parts.clock);
    if (missing === undefined) visible.push(tool);
    else
      hidden.push({
        tool,
        reason: missing.reason,
        ...(missing.remedy === undefined ? {} : { remedy: missing.remedy }),
      });
  }
  return { visible, hidden };
}

/** The draft that ends a call to a tool that does not exist. */
export async function refuseUnknown(parts: KernelParts, name: string, caller: Caller): Promise<Draft> {
  const { visible } = await listExposed(parts, caller);
  const names = visible.map((tool) => tool.name);
  const nearest = nearestName(name, names);
  const shown = JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name);
  const guess = nearest === undefined ? "" : ` Did you mean "${nearest}"?`;
  return failure("unknown_tool", `There is no tool ${shown}.${guess} Tools: ${names.join(", ")}.`);
}

/** The draft that ends a call whose tool lacks what it needs, or undefined when it has all. */
export async function refuseHidden(parts: KernelParts, tool: AnyTool, caller: Caller): Promise<Draft | undefined> {
  if (tool.needs.length === 0) return undefined;
  const missing = await findMissingCapability(tool.needs, parts.probes, caller, parts.clock);
  if (missing === undefined) return undefined;
  const remedy = missing.remedy === undefined ? "" : ` ${missing.remedy}`;
  return failure(
    "hidden",
    `${tool.name} is not available: it needs ${missing.capability}, but ${missing.reason}.${remedy}`,
  );
}

/** The draft that ends a call which the policy or a person does not let through, or undefined when it may run. */
export async function refuseAccess(
  parts: KernelParts,
  tool: AnyTool,
  input: JsonObject,
  caller: Caller,
  approval: Approval | undefined,
  onFault: (error: unknown) => void,
): Promise<Draft | undefined> {
  const { verdict, reason = "its effects call for it" } = await decideAccess(
    parts.policy,
    { tool, input, caller },
    onFault,
  );
  if (verdict === "allow") return undefined;
  if (verdict === "deny") return failure("denied", `${tool.name} is denied: ${reason}.`);
  const check = approval === undefined ? "missing" : await parts.approvals.check(approval, tool, input, caller);
  switch (check) {
    case "approved":
      return undefined;
    case "rejected":
      return failure("denied", `A person rejected this call of ${tool.name}. Do not repeat it unasked.`, {
        code: "rejected",
      });
    case "forged":
      return failure("denied", `The approval for ${tool.name} was not issued by this server.`, {
        code: "approval_forged",
      });
    case "missing":
      return await ask(parts, tool, input, caller, reason);
    case "expired":
    case "used":
    case "mismatch":
      return await ask(parts, tool, input, caller, `${reason}; the approval given ${staleness[check]}`);
  }
}

const staleness = {
  expired: "has expired",
  used: "was used before",
  mismatch: "is for another call",
} as const;

async function ask(
  parts: KernelParts,
  tool: AnyTool,
  input: JsonObject,
  caller: Caller,
  reason: string,
): Promise<Draft> {
  return {
    status: "needs_approval",
    error: { code: "needs_approval", message: `${tool.name} needs a person's approval: ${reason}.`, retryable: false },
    request: await parts.approvals.request(tool, input, caller, reason),
  };
}
