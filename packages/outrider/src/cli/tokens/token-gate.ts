import { randomBytes, timingSafeEqual } from "node:crypto";
import { stat } from "node:fs/promises";
import { errorCode } from "../../workspace/paths/error-code.ts";
import { hashToken, principalOf, readTokens, stampOf, type StoredToken } from "./token-file.ts";

/** Decides who gets in over HTTP, by the tokens as they are on the disk at that moment. */
export interface TokenGate {
  /** A token for this run alone, made up if there was no other at the start. */
  readonly ownToken: string | undefined;
  /** Those at the start. */
  readonly names: readonly string[];
  /** Rejects while the file cannot be used. */
  principalOf(presented: string): Promise<string | undefined>;
  close(): void;
}

export interface TokenGateOptions {
  readonly file: string;
  /** Called once for each token that is removed while the server runs. */
  readonly onRevoked: (principal: string) => void;
}

interface Entry {
  readonly principal: string;
  readonly hash: Buffer;
}

/** How soon a removal is noticed while nobody asks. */
const lookMs = 2_000;

export async function openTokenGate({ file, onRevoked }: TokenGateOptions): Promise<TokenGate> {
  const first = await readTokens(file);
  const ownToken = first.tokens.length === 0 ? `outrider_${randomBytes(32).toString("base64url")}` : undefined;
  const own: readonly Entry[] = ownToken === undefined ? [] : [runEntry(ownToken)];
  let known: readonly Entry[] = first.tokens.map(toEntry);
  let stamp: string | undefined = first.stamp;
  let looking: Promise<void> | undefined;
  const timer = setInterval(() => void look().catch(() => {}), lookMs);
  timer.unref();

  /** A look that began before a question may have missed the last change, so each question begins its own. */
  async function look(): Promise<void> {
    const after = (looking ?? Promise.resolve()).catch(() => {}).then(reload);
    looking = after;
    await after;
  }

  async function reload(): Promise<void> {
    const now = await stat(file, { bigint: true }).then(stampOf, (error: unknown) => {
      if (errorCode(error) === "ENOENT") return undefined;
      throw error;
    });
    if (now === stamp) return;
    const read = await readTokens(file);
    const left = read.tokens.map(toEntry);
    const gone = known.filter(({ principal }) => !left.some((entry) => entry.principal === principal));
    known = left;
    stamp = read.stamp;
    for (const { principal } of gone) onRevoked(principal);
  }

  return {
    ownToken,
    names: first.tokens.map(({ name }) => name),
    async principalOf(presented) {
      await look();
      const hash = hashToken(presented);
      let found: string | undefined;
      // To the end of the list, so that the time tells nothing about who is on it.
      for (const entry of [...own, ...known]) if (timingSafeEqual(entry.hash, hash)) found = entry.principal;
      return found;
    },
    close: () => clearInterval(timer),
  };
}

function toEntry(token: StoredToken): Entry {
  return { principal: principalOf(token), hash: Buffer.from(token.hash, "hex") };
}

/** Its principal ends with the run, as the token does. */
function runEntry(token: string): Entry {
  return { principal: `run:${randomBytes(8).toString("hex")}`, hash: hashToken(token) };
}
