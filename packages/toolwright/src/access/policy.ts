import type { Caller } from "../tool/call-context.ts";
import { ToolDefinitionError } from "../tool/check-definition.ts";
import { didYouMean } from "../tool/nearest-name.ts";
import type { JsonObject } from "../tool/schema.ts";
import type { AnyTool } from "../tool/tool.ts";

/** A policy's answer to a call: run it, ask a person first, or refuse it. */
export type Verdict = "allow" | "ask" | "deny";

/** A verdict and the reason, in words for the model and the person. */
export interface Decision {
  readonly verdict: Verdict;
  readonly reason?: string;
  /** What a person can do about a refusal, or where nobody can be asked: whole sentences that name only what exists. */
  readonly remedy?: string;
}

/** The call that a policy decides about. */
export interface AccessRequest {
  readonly tool: AnyTool;
  /** What the handler would get: defaults filled in, transforms applied. */
  readonly input: JsonObject;
  /** The same as JSON, as received and understood: what an approval is about. */
  readonly given: JsonObject;
  readonly caller: Caller;
}

/** Asked before every dispatch, and again when an approved call resumes. */
export type Policy = (request: AccessRequest) => Decision | Promise<Decision>;

/** The policies most hosts need, as data. Read-only mode overrides everything else. */
export interface AccessRules<Name extends string = string> {
  readonly readOnly?: boolean;
  readonly tools?: Readonly<Partial<Record<Name, Verdict>>>;
  /** The verdict for tools of tier "confirm" that are not named in `tools`. Default: "ask". */
  readonly confirm?: Verdict;
}

/** Turns rules into a policy. A misspelt tool name is an error: it would loosen the rule it was meant for. */
export function policyFrom(rules: AccessRules, names: readonly string[]): Policy {
  const byName = new Map<string, Verdict | undefined>(Object.entries(rules.tools ?? {}));
  const unknown = [...byName.keys()].filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw new ToolDefinitionError(
      "access.tools",
      unknown.map((name) => `there is no tool "${name}".${didYouMean(name, names)}`),
    );
  }
  return ({ tool }) => {
    if (rules.readOnly === true && !tool.effects.readOnly) {
      return { verdict: "deny", reason: "read-only mode is on, and this tool changes something" };
    }
    const verdict = byName.get(tool.name) ?? (tool.tier === "observe" ? "allow" : (rules.confirm ?? "ask"));
    const reason = reasonFor(verdict, tool);
    return verdict === "ask" ? { verdict, reason, remedy: remedyFor(tool) } : { verdict, reason };
  };
}

/** Asks the policy; anything but a clear answer denies. `onFault` gets the detail for the log. */
export async function decideAccess(
  policy: Policy,
  request: AccessRequest,
  onFault: (error: unknown) => void,
): Promise<Decision> {
  try {
    const decision: unknown = await policy(request);
    if (isDecision(decision)) return decision;
    onFault(new Error(`The access policy answered ${JSON.stringify(decision)}`));
  } catch (error) {
    onFault(error);
  }
  return { verdict: "deny", reason: "the access policy gave no valid answer" };
}

function isDecision(value: unknown): value is Decision {
  if (typeof value !== "object" || value === null || !("verdict" in value)) return false;
  return value.verdict === "allow" || value.verdict === "ask" || value.verdict === "deny";
}

function remedyFor({ name }: AnyTool): string {
  const inProgram = `access: { tools: { ${name}: "allow" } } in its program`;
  return `Tell the person: allow the tool where the server is started (toolwright serve --allow ${name}, or ${inProgram}).`;
}

function reasonFor(verdict: Verdict, tool: AnyTool): string {
  if (verdict === "deny") return "this server's rules do not allow it";
  if (tool.effects.readOnly) return "this server asks before it runs";
  return tool.effects.destructive ? "it can destroy data" : "it changes something";
}
