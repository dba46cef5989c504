import { isJsonObject, type JsonObject } from "../tool/schema.ts";
import type { Effects } from "../tool/tool.ts";
import type { AccessRequest } from "./policy.ts";
import { canonicalJson, createSigner } from "./signature.ts";
import { rememberClaims, type ClaimApproval } from "./used-approvals.ts";

const approvalVersion = 1;

/** A question to a person, as data: it can be stored, sent through JSON and answered later, even elsewhere. */
export interface ApprovalRequest {
  readonly version: 1;
  readonly id: string;
  readonly tool: string;
  readonly title: string;
  readonly effects: Effects;
  /** What the tool would run with, defaults included. */
  readonly input: JsonObject;
  readonly reason: string;
  readonly session: string;
  readonly expiresAt: number;
  /** Proves that this kernel asked exactly this. */
  readonly signature: string;
}

/** The answer, handed back with the same call. */
export interface Approval {
  readonly request: ApprovalRequest;
  readonly decision: "approved" | "rejected";
}

export type ApprovalCheck = "approved" | "rejected" | "expired" | "used" | "mismatch" | "forged";

export interface ApprovalDesk {
  request(asked: AccessRequest, reason: string): Promise<ApprovalRequest>;
  check(approval: Approval, asked: AccessRequest): Promise<ApprovalCheck>;
}

export interface ApprovalOptions {
  /** How long a request may be answered; 10 minutes unless told. */
  readonly timeToLiveMs?: number;
  /**
   * Lets several kernels, or one after a restart, honour each other's requests. They then share the record of used
   * ones as well: without it one approval would be good for a call in each of them.
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
    async request({ tool, input, caller }, reason) {
      const unsigned = {
        version: approvalVersion,
        id: crypto.randomUUID(),
        tool: tool.name,
        title: tool.title,
        effects: tool.effects,
        input: asJson(input),
        reason,
        session: caller.session,
        expiresAt: wallTime() + timeToLiveMs,
      } as const;
      return { ...unsigned, signature: await signer.sign(canonicalJson(unsigned)) };
    },

    async check({ request, decision }, { tool, input, caller }) {
      // It came back from outside: nothing in it is trusted before the signature holds.
      if (!isJsonObject(request)) return "forged";
      const { signature, ...unsigned } = request;
      if (request.version !== approvalVersion) return "mismatch";
      if (!(await signer.verify(canonicalJson(unsigned), signature))) return "forged";
      const asked = { tool: tool.name, effects: tool.effects, input: asJson(input), session: caller.session };
      const { tool: name, effects, input: shown, session } = request;
      if (canonicalJson({ tool: name, effects, input: shown, session }) !== canonicalJson(asked)) return "mismatch";
      if (request.expiresAt <= wallTime()) return "expired";
      if (!(await claim(request.id, request.expiresAt))) return "used";
      return decision === "approved" ? "approved" : "rejected";
    },
  };
}

/** As the person sees it and JSON carries it: a transform may have made a Date of a text. */
function asJson(input: JsonObject): JsonObject {
  const copy: unknown = JSON.parse(JSON.stringify(input));
  return isJsonObject(copy) ? copy : {};
}
