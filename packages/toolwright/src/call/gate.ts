import type { Approval } from "../access/approval.ts";
import { findMissingCapability } from "../access/capabilities.ts";
import { decideAccess, type AccessRequest } from "../access/policy.ts";
import type { Caller } from "../tool/call-context.ts";
import { describeText, describeValue } from "../tool/describe-value.ts";
import { didYouMean } from "../tool/nearest-name.ts";
import type { AnyTool } from "../tool/tool.ts";
import { failure, type UnstampedOutcome, type KernelParts } from "./parts.ts";

/** A tool that is not listed, the reason, and what to do about it. */
export interface HiddenTool {
  readonly tool: AnyTool;
  readonly reason: string;
  readonly remedy?: string;
}

/** Splits the tools into those this caller may see and those that are hidden, with the reason. Each probe runs once. */
export async function listExposed(
  parts: KernelParts,
  caller: Caller,
): Promise<{ readonly visible: readonly AnyTool[]; readonly hidden: readonly HiddenTool[] }> {
  const tools = [...parts.tools.values()];
  const needs = [...new Set(tools.flatMap((tool) => tool.needs))];
  const found = await Promise.all(
    needs.map((need) => findMissingCapability([need], parts.probes, caller, parts.clock)),
  );
  const missing = new Map(found.flatMap((each) => (each === undefined ? [] : [[each.capability, each] as const])));
  const visible: AnyTool[] = [];
  const hidden: HiddenTool[] = [];
  for (const tool of tools) {
    const lacked = tool.needs.map((need) => missing.get(need)).find((each) => each !== undefined);
    if (lacked === undefined) visible.push(tool);
    else
      hidden.push({ tool, reason: lacked.reason, ...(lacked.remedy === undefined ? {} : { remedy: lacked.remedy }) });
  }
  return { visible, hidden };
}

/** The draft that ends a call to a tool that does not exist. */
export async function refuseUnknown(parts: KernelParts, name: unknown, caller: Caller): Promise<UnstampedOutcome> {
  const { visible } = await listExposed(parts, caller);
  const names = visible.map((tool) => tool.name);
  const shown = typeof name === "string" ? describeText(name) : describeValue(name);
  const guess = typeof name === "string" ? didYouMean(name, names) : "";
  return failure("unknown_tool", `There is no tool ${shown}.${guess} Tools: ${names.join(", ")}.`);
}

/** The draft that ends a call whose tool lacks a capability, or undefined if it has all. */
export async function refuseHidden(
  parts: KernelParts,
  tool: AnyTool,
  caller: Caller,
): Promise<UnstampedOutcome | undefined> {
  if (tool.needs.length === 0) return undefined;
  const missing = await findMissingCapability(tool.needs, parts.probes, caller, parts.clock);
  if (missing === undefined) return undefined;
  const reason = missing.reason.replace(/\.$/, "");
  const remedy = missing.remedy === undefined ? "" : ` ${missing.remedy}`;
  return failure("hidden", `${tool.name} is not available (it needs ${missing.capability}): ${reason}.${remedy}`);
}

/** What a person has decided about this call so far. */
export interface Consent {
  readonly approval: Approval | undefined;
  /** In an earlier round of the same call. */
  readonly approvedBefore: boolean;
}

/** The draft that ends a call refused by the policy or a person; otherwise, how it was allowed. */
export async function checkAccess(
  parts: KernelParts,
  request: AccessRequest,
  { approval, approvedBefore }: Consent,
  isOver: () => boolean,
  onFault: (error: unknown) => void,
): Promise<UnstampedOutcome | "allowed" | "approved"> {
  const { tool } = request;
  const decision = await decideAccess(parts.policy, request, onFault);
  const { verdict, reason = "its effects call for it", remedy } = decision;
  // A call that was stopped meanwhile must not use up its approval.
  if (verdict === "allow" || isOver()) return "allowed";
  if (verdict === "deny") return failure("denied", withRemedy(`${tool.name} is denied: ${reason}.`, remedy));
  if (approvedBefore) return "approved";
  const check =
    approval === undefined || approval === null ? "missing" : await parts.approvals.check(approval, request);
  switch (check) {
    case "approved":
      return "approved";
    case "rejected":
      return failure("denied", `A person rejected this call of ${tool.name}. Do not repeat it unasked.`, {
        code: "rejected",
      });
    case "forged":
      return failure("denied", `The approval for ${tool.name} was not issued by this server.`, {
        code: "approval_forged",
      });
    case "missing":
      return await ask(parts, request, { ...decision, reason });
    case "expired":
    case "used":
    case "mismatch":
      return await ask(parts, request, { ...decision, reason: `${reason}; the approval given ${staleness[check]}` });
  }
}

const staleness = {
  expired: "has expired",
  used: "was used before",
  mismatch: "is for another call",
} as const;

function withRemedy(message: string, remedy: string | undefined): string {
  return remedy === undefined ? message : `${message} ${remedy}`;
}

async function ask(
  parts: KernelParts,
  asked: AccessRequest,
  { reason, remedy }: { readonly reason: string; readonly remedy?: string },
): Promise<UnstampedOutcome> {
  const message = `${asked.tool.name} needs a person's approval: ${reason}.`;
  const request = await parts.approvals.request(asked, reason);
  return {
    status: "needs_approval",
    error: { code: "needs_approval", message, retryable: false },
    request,
    ...(remedy === undefined ? {} : { remedy }),
  };
}
