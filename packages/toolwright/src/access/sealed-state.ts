import { isJsonObject } from "../tool/schema.ts";
import type { AccessRequest } from "./policy.ts";
import { canonicalJson, type Signer, type ClaimApproval } from "./signature.ts";

/** What the next round of a call must know; it travels through the client. */
export interface RoundState {
  /** A person has approved this very call already. */
  readonly approved: boolean;
  /** The tool's own memory, as JSON. */
  readonly state: unknown;
}

/** A round that came back, not used yet. */
export interface OpenedRound extends RoundState {
  /** False when it was used before. To be asked right before the round runs: one that never ran may come again. */
  claim(): boolean | Promise<boolean>;
}

export interface StateSeal {
  close(round: RoundState, asked: AccessRequest): Promise<string>;
  /** Undefined unless this kernel sealed it for this very call, and in time. */
  open(sealed: string, asked: AccessRequest): Promise<OpenedRound | undefined>;
}

/** Signs a round's state and binds it to tool, input and session, so that a client can neither change nor move it. */
export function createStateSeal(
  signer: Signer,
  claim: ClaimApproval,
  wallTime: () => number,
  timeToLiveMs: number,
): StateSeal {
  return {
    async close({ approved, state }, asked) {
      const body = toBase64Url(
        JSON.stringify({ id: crypto.randomUUID(), expiresAt: wallTime() + timeToLiveMs, approved, state }),
      );
      return `${body}.${await signer.sign(boundTo(body, asked))}`;
    },

    async open(sealed, asked) {
      const [body = "", signature = "", ...rest] = sealed.split(".");
      if (rest.length > 0 || !(await signer.verify(boundTo(body, asked), signature))) return undefined;
      const round: unknown = JSON.parse(fromBase64Url(body));
      if (!isJsonObject(round)) return undefined;
      const { id, expiresAt, approved, state } = round;
      if (typeof id !== "string" || typeof expiresAt !== "number" || expiresAt <= wallTime()) return undefined;
      return { approved: approved === true, state, claim: () => claim(id, expiresAt) };
    },
  };
}

function boundTo(body: string, { tool, given, caller }: AccessRequest): string {
  return `state ${body} ${canonicalJson({ tool: tool.name, input: given, session: caller.session })}`;
}

function toBase64Url(text: string): string {
  const binary = Array.from(new TextEncoder().encode(text), (byte) => String.fromCodePoint(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64Url(text: string): string {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder().decode(Uint8Array.from(binary, (character) => character.codePointAt(0) ?? 0));
}
