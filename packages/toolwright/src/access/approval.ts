import { isJsonObject, type JsonObject } from "../tool/schema.ts";
import type { Effects } from "../tool/tool.ts";
import type { AccessRequest } from "./policy.ts";
import {
  createStateSeal,
  type StateSeal,
  canonicalJson,
  createSigner,
  rememberClaims,
  type ClaimApproval,
} from "./sealed-state.ts";

const approvalVersion = 1;

/** A question to a person, as data: it can be stored, sent through JSON and answered later, even elsewhere. */
export interface ApprovalRequest {
  readonly version: 1;
  readonly id: string;
  readonly tool: string;
  readonly title: string;
  readonly effects: Effects;
  readonly input: JsonObject;
  /** Values that the tool fills in for missing input, as far as they can be shown. */
  readonly filledIn: JsonObject;
  readonly reason: string;
  readonly session: string;
  /** Who asked, and who alone may bring the answer. */
  readonly principal: string;
  readonly expiresAt: number;
  /** Proves that this kernel asked exactly this. */
  readonly signature: string;
}

/** The answer to an approval request, handed back with the same call. */
export interface Approval {
  readonly request: ApprovalRequest;
  readonly decision: "approved" | "rejected";
}

export type ApprovalCheck = "approved" | "rejected" | "expired" | "used" | "mismatch" | "forged";

export interface ApprovalDesk {
  request(asked: AccessRequest, reason: string): Promise<ApprovalRequest>;
  check(approval: Approval, asked: AccessRequest): Promise<ApprovalCheck>;
  /** For calls that continue after questions of their tool: same key, same record of used approvals. */
  readonly seal: StateSeal;
}

/** How long approvals are valid, and which kernels accept each other's. */
export interface ApprovalOptions {
  /** How long a request may be answered. Default: 10 minutes. */
  readonly timeToLiveMs?: number;
  /**
   * Lets several kernels, or one after a restart, accept each other's requests. They must then also share the record of
   * used ones: otherwise one approval would be valid for a call in each of them.
   */
  readonly shared?: { readonly key: Uint8Array<ArrayBuffer>; readonly claim: ClaimApproval };
}

export function createApprovalDesk(
  wallTime: () => number,
  { timeToLiveMs = 600_000, shared }: ApprovalOptions = {},
): ApprovalDesk {
  const signer = createSigner(shared?.key ?? crypto.getRandomValues(new Uint8Array(32)));
  const claim = shared?.claim ?? rememberClaims(wallTime);

  return {
    seal: createStateSeal(signer, claim, wallTime, timeToLiveMs),

    async request({ tool, input, given, caller }, reason) {
      const unsigned = {
        version: approvalVersion,
        id: crypto.randomUUID(),
        tool: tool.name,
        title: tool.title,
        effects: tool.effects,
        input: given,
        filledIn: findFilledIn(input, given),
        reason,
        session: caller.session,
        principal: caller.principal,
        expiresAt: wallTime() + timeToLiveMs,
      } as const;
      return { ...unsigned, signature: await signer.sign(canonicalJson(unsigned)) };
    },

    async check({ request, decision }, { tool, given, caller }) {
      // It came from outside: nothing in it is trusted before the signature is verified.
      if (!isJsonObject(request)) return "forged";
      const { signature, ...unsigned } = request;
      if (request.version !== approvalVersion) return "mismatch";
      if (!(await signer.verify(canonicalJson(unsigned), signature))) return "forged";
      const asked = bound(tool.name, tool.effects, given, caller);
      if (bound(request.tool, request.effects, request.input, request) !== asked) return "mismatch";
      if (request.expiresAt <= wallTime()) return "expired";
      if (!(await claim(request.id, request.expiresAt))) return "used";
      return decision === "approved" ? "approved" : "rejected";
    },
  };
}

/** The facts that must be the same in the request and in the call that brings its answer. */
function bound(
  tool: string,
  effects: Effects,
  input: JsonObject,
  { session, principal }: Pick<ApprovalRequest, "session" | "principal">,
): string {
  return canonicalJson({ tool, effects, input, session, principal });
}

/** Plain values only: what a transform has made of an input cannot be shown, and need not be. */
function findFilledIn(input: JsonObject, given: JsonObject): JsonObject {
  const plain = new Set(["string", "number", "boolean"]);
  return Object.fromEntries(
    Object.entries(input).filter(([key, value]) => !Object.hasOwn(given, key) && plain.has(typeof value)),
  );
}
