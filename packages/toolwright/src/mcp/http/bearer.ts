import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { withinTime } from "../../call/within-time.ts";
import { systemClock } from "../../tool/call-context.ts";

/**
 * Names the principal that a presented token stands for; nothing or an empty name refuses it. Asked again for every
 * request, before every message of an open stream, and every few seconds meanwhile, so it should be quick.
 */
export type NamePrincipal = (presented: string) => string | null | undefined | Promise<string | null | undefined>;

export interface BearerCheck {
  /** What clients must send, if it is one token for all. */
  readonly token: string | undefined;
  /** Whether a token that was valid may be refused later. */
  readonly isRevocable: boolean;
  /** Whom the Authorization header stands for; undefined if it is refused. Never rejects. */
  principalOf(authorization: string | undefined): Promise<string | undefined>;
}

/** Anyone on this machine, where no token is required. */
const anyone = "anyone";

/** A function that does not answer must not hold connections open. */
const namingMs = 10_000;

/** `undefined` generates a token, `false` requires none, a function knows the tokens. */
export function createBearerCheck(
  given: string | false | NamePrincipal | undefined,
  onFault: (error: unknown) => void,
): BearerCheck {
  if (given === false) return { token: undefined, isRevocable: false, principalOf: async () => anyone };
  if (typeof given === "function") {
    return {
      token: undefined,
      isRevocable: true,
      principalOf: async (authorization) => await namePrincipal(given, sentToken(authorization), onFault),
    };
  }
  const token = given ?? randomBytes(32).toString("base64url");
  const wanted = digest(token);
  // The holder of another token is somebody else, in a later run of the server too.
  const principal = `token:${digest(`principal ${token}`).toString("hex").slice(0, 16)}`;
  return {
    token,
    isRevocable: false,
    principalOf: async (authorization) =>
      timingSafeEqual(digest(sentToken(authorization)), wanted) ? principal : undefined,
  };
}

/** Whatever goes wrong refuses: a check that failed has let nobody in. */
async function namePrincipal(
  name: NamePrincipal,
  presented: string,
  onFault: (error: unknown) => void,
): Promise<string | undefined> {
  if (presented === "") return undefined;
  try {
    const named = await withinTime(systemClock, namingMs, Promise.resolve(name(presented)));
    if (named === undefined) throw new Error(`The token function gave no answer within ${namingMs} ms.`);
    if (named.value === undefined || named.value === null || named.value === "") return undefined;
    if (typeof named.value === "string") return named.value;
    throw new Error(`The token function must name a principal, got ${typeof named.value}.`);
  } catch (error) {
    onFault(error);
    return undefined;
  }
}

function sentToken(authorization = ""): string {
  return /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? "";
}

/** Of constant length, as the comparison requires. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
