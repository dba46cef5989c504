import { isJsonObject } from "../tool/schema.ts";
import type { AccessRequest } from "./policy.ts";

/** What the next round of a call must know; it travels through the client. */
export interface RoundState {
  /** A person has already approved this very call. */
  readonly approved: boolean;
  /** The tool's own memory, as JSON. */
  readonly state: unknown;
}

/** A round that came back and is not used yet. */
export interface OpenedRound extends RoundState {
  /** False if it was used before. Call it right before the round runs: a round that never ran may come again. */
  claim(): boolean | Promise<boolean>;
}

export interface StateSeal {
  close(round: RoundState, asked: AccessRequest): Promise<string>;
  /** Undefined unless this kernel sealed it for this very call and it has not expired. */
  open(sealed: string, asked: AccessRequest): Promise<OpenedRound | undefined>;
}

/** Signs a round's state and binds it to tool, input, session and principal, so that a client can neither change nor move it. */
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
  const { session, principal } = caller;
  return `state ${body} ${canonicalJson({ tool: tool.name, input: given, session, principal })}`;
}

function toBase64Url(text: string): string {
  const binary = Array.from(new TextEncoder().encode(text), (byte) => String.fromCodePoint(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64Url(text: string): string {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder().decode(Uint8Array.from(binary, (character) => character.codePointAt(0) ?? 0));
}

export interface Signer {
  sign(text: string): Promise<string>;
  verify(text: string, signature: string): Promise<boolean>;
}

/** HMAC-SHA-256 by Web Crypto, which every runtime has. */
export function createSigner(key: Uint8Array<ArrayBuffer>): Signer {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const encoder = new TextEncoder();
  let imported: ReturnType<typeof crypto.subtle.importKey> | undefined;
  const cryptoKey = () => (imported ??= crypto.subtle.importKey("raw", key, algorithm, false, ["sign", "verify"]));

  return {
    async sign(text) {
      return toHex(new Uint8Array(await crypto.subtle.sign("HMAC", await cryptoKey(), encoder.encode(text))));
    },
    async verify(text, signature) {
      const bytes = fromHex(signature);
      if (bytes === undefined) return false;
      return await crypto.subtle.verify("HMAC", await cryptoKey(), bytes, encoder.encode(text));
    },
  };
}

/** The same text for the same data, whatever the order of its keys. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === "bigint") return `${inner}n`;
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).toSorted(([left], [right]) => (left < right ? -1 : 1)));
  });
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function fromHex(text: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (typeof text !== "string" || !/^[0-9a-f]{64}$/.test(text)) return undefined;
  return Uint8Array.from({ length: 32 }, (_, index) => Number.parseInt(text.slice(index * 2, index * 2 + 2), 16));
}

/** True for the first claim of an approval, false for every later one. May be stored outside this process. */
export type ClaimApproval = (id: string, expiresAt: number) => boolean | Promise<boolean>;

/** Keeps claims in memory, each until its request has expired anyway. */
export function rememberClaims(wallTime: () => number, claimed = new Map<string, number>()): ClaimApproval {
  return (id, expiresAt) => {
    for (const [old, end] of claimed) if (end <= wallTime()) claimed.delete(old);
    if (claimed.has(id)) return false;
    claimed.set(id, expiresAt);
    return true;
  };
}
