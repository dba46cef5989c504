import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Wire } from "./conversation.ts";
import { ResidentError } from "./resident-error.ts";

/** How both sides prove who they are and speak; it changes when either does. */
const protocol = 1;
/** Before the proof, nobody may send more. */
export const maxGreetingBytes = 4_096;

/** What a client knows of the process that it speaks to. */
export interface Peer {
  readonly pid: number;
  readonly version: string;
}

/** Whether the process of another version ends, so that one of the client's version can take its place. */
export type Greeted =
  | { readonly is: "ready"; readonly peer: Peer }
  | { readonly is: "other"; readonly peer: Peer; readonly ends: boolean };

/**
 * Each side sends a number that it has just made up, and proves with both numbers that it knows the token; the token itself never
 * travels, so that a foreign service at the address learns nothing.
 *
 * ```
 * process → client   { protocol, nonce }
 * client → process   { version, nonce, proof }
 * process → client   { version, pid, ends, proof }
 * ```
 */
export async function greetProcess(wire: Wire, token: Buffer, version: string): Promise<Greeted> {
  const hello = await receiveFields(wire);
  const { protocol: spoken, nonce: theirs } = hello;
  if (typeof theirs !== "string" || typeof spoken !== "number") throw foreign();
  if (spoken !== protocol) {
    throw new ResidentError("other_version", `It speaks protocol ${spoken}, and this program protocol ${protocol}.`);
  }
  const nonce = makeNonce();
  await wire.send({ version, nonce, proof: prove(token, "client", theirs, nonce) });
  const answer = await receiveFields(wire);
  const { pid, version: other, ends, proof } = answer;
  if (typeof pid !== "number" || typeof other !== "string" || !fits(proof, prove(token, "process", theirs, nonce))) {
    throw foreign();
  }
  const peer = { pid, version: other };
  return other === version ? { is: "ready", peer } : { is: "other", peer, ends: ends === true };
}

/** Resolves with the version of the client once it has proven to know the token. `ends` is asked only then. */
export async function greetClient(
  wire: Wire,
  token: Buffer,
  version: string,
  ends: (clientVersion: string) => boolean,
): Promise<{ readonly version: string; readonly ends: boolean }> {
  const nonce = makeNonce();
  await wire.send({ protocol, nonce });
  const { version: other, nonce: theirs, proof } = await receiveFields(wire);
  if (typeof theirs !== "string" || typeof other !== "string" || !fits(proof, prove(token, "client", nonce, theirs))) {
    throw new ResidentError("bad_message", "A client did not know the token.");
  }
  const isEnding = other !== version && ends(other);
  await wire.send({ version, pid: process.pid, ends: isEnding, proof: prove(token, "process", nonce, theirs) });
  return { version: other, ends: isEnding };
}

function prove(token: Buffer, side: "client" | "process", ofProcess: string, ofClient: string): string {
  return createHmac("sha256", token)
    .update(JSON.stringify([protocol, side, ofProcess, ofClient]))
    .digest("hex");
}

function fits(given: unknown, expected: string): boolean {
  if (typeof given !== "string" || given.length !== expected.length) return false;
  return timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}

function makeNonce(): string {
  return randomBytes(16).toString("hex");
}

async function receiveFields(wire: Wire): Promise<Readonly<Record<string, unknown>>> {
  const message = await wire.receive();
  if (message?.kind !== "json" || typeof message.value !== "object" || message.value === null) throw foreign();
  return { ...message.value };
}

function foreign(): ResidentError {
  return new ResidentError("foreign_service", "What answers there does not know the token.");
}
