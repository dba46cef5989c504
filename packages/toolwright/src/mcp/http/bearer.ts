import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

export interface BearerCheck {
  readonly token: string | undefined;
  /** Whether the Authorization header carries the token. Takes the same time whatever it carries. */
  accepts(authorization: string | undefined): boolean;
}

/** `undefined` makes up a token, `false` asks for none. */
export function createBearerCheck(given: string | false | undefined): BearerCheck {
  if (given === false) return { token: undefined, accepts: () => true };
  const token = given ?? randomBytes(32).toString("base64url");
  const wanted = digest(token);
  return {
    token,
    accepts(authorization = "") {
      const [, sent = ""] = /^Bearer +(\S+) *$/i.exec(authorization) ?? [];
      return timingSafeEqual(digest(sent), wanted);
    },
  };
}

/** Of the same length whatever it is made from, as the comparison demands. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
