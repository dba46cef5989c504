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

/** True for the first who claims an approval, false for everybody after. May be remembered outside of this process. */
export type ClaimApproval = (id: string, expiresAt: number) => boolean | Promise<boolean>;

/** Remembers claims in memory, each until its request has expired anyway. */
export function rememberClaims(wallTime: () => number, claimed = new Map<string, number>()): ClaimApproval {
  return (id, expiresAt) => {
    for (const [old, end] of claimed) if (end <= wallTime()) claimed.delete(old);
    if (claimed.has(id)) return false;
    claimed.set(id, expiresAt);
    return true;
  };
}
