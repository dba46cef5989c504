import type { Caller } from "../tool/call-context.ts";
import { isJsonObject, type JsonObject } from "../tool/schema.ts";
import type { AnyTool, Effects } from "../tool/tool.ts";
import { canonicalJson, createSigner } from "./signature.ts";

const approvalVersion = 1;

/** A question to a person, as data: it can be stored, sent through JSON and answered later, even elsewhere. */
export interface ApprovalRequest {
  readonly version: 1;
  readonly id: string;
  readonly tool: string;
  readonly title: string;
  readonly effects: Effects;
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
  request(tool: AnyTool, input: JsonObject, caller: Caller, reason: string): Promise<ApprovalRequest>;
  check(approval: Approval, tool: AnyTool, input: JsonObject, caller: Caller): Promise<ApprovalCheck>;
}

export interface ApprovalDeskOptions {
  readonly wallTime: () => number;
  /** Kernels that share a key honour each other's requests; random unless given. */
  readonly key?: Uint8Array<ArrayBuffer>;
  /** How long a request may be answered; 10 minutes unless told. */
  readonly timeToLiveMs?: number;
}

export function createApprovalDesk({ wallTime, key, timeToLiveMs = 600_000 }: ApprovalDeskOptions): ApprovalDesk {
  const signer = createSigner(key ?? crypto.getRandomValues(new Uint8Array(32)));
  // One approval is good for one call. Ids are kept until their request has expired anyway.
  const used = new Map<string, number>();

  return {
    async request(tool, input, caller, reason) {
      const unsigned = {
        version: approvalVersion,
        id: crypto.randomUUID(),
        tool: tool.name,
        title: tool.title,
        effects: tool.effects,
        input,
        reason,
        session: caller.session,
        expiresAt: wallTime() + timeToLiveMs,
      } as const;
      return { ...unsigned, signature: await signer.sign(canonicalJson(unsigned)) };
    },

    async check({ request, decision }, tool, input, caller) {
      // It came back from outside: nothing in it is trusted before the signature holds.
      if (!isJsonObject(request)) return "forged";
      const { signature, ...unsigned } = request;
      if (request.version !== approvalVersion) return "mismatch";
      if (!(await signer.verify(canonicalJson(unsigned), signature))) return "forged";
      const sameCall = request.tool === tool.name && canonicalJson(request.input) === canonicalJson(input);
      if (!sameCall || request.session !== caller.session) return "mismatch";
      if (request.expiresAt <= wallTime()) return "expired";
      if (used.has(request.id)) return "used";
      forgetExpired(used, wallTime());
      used.set(request.id, request.expiresAt);
      return decision === "approved" ? "approved" : "rejected";
    },
  };
}

function forgetExpired(used: Map<string, number>, now: number): void {
  for (const [id, expiresAt] of used) if (expiresAt <= now) used.delete(id);
}
