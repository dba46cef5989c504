import { expect, test } from "vitest";
import { maskSecrets } from "./mask-secrets.ts";

test("keys, tokens and passwords are masked wherever they stand", () => {
  const secrets = [
    ["const url = 'postgres://me:PW@host/db'", "PW@"],
    ['api_key = "abc123def"', "abc123def"],
    ["{ \"password\": 'tr0ub4dor' }", "tr0ub4dor"],
    ["config['secret'] = `xyzzy`", "xyzzy"],
    ["client_secret => 'xyzzy',", "xyzzy"],
    ["curl -H 'Authorization: Bearer abcdefghijklmnop1234'", "abcdefghijklmnop1234"],
    ["key = sk-proj-abcdefghijklmnopqrstuvwx", "abcdefghijklmnop"],
    ["ghp_abcdefghijklmnopqrstuvwxyz0123456789", "abcdefghijklmnop"],
    ["AKIAABCDEFGHIJKLMNOP", "ABCDEFGHIJKL"],
    ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcdefghijk", "eyJzdWIi"],
    ["export STRIPE=very-secret-value", "very-secret"],
    ["-----BEGIN RSA PRIVATE KEY-----\nMIIabc\n-----END RSA PRIVATE KEY-----", "MIIabc"],
    ["-----BEGIN PRIVATE KEY-----\nMIIabc cut off", "MIIabc"],
  ] as const;
  for (const [text, secret] of secrets) {
    expect(maskSecrets(`before\n${text}\nafter`), text).not.toContain(secret);
    expect(maskSecrets(`before\n${text}`), text).toContain("before");
    expect(maskSecrets(`before\n${text}`), text).toContain("***");
  }
});

test("code is left as it is", () => {
  const code = `const token = nextToken(stream);
if (password === undefined) throw new Error("No password was given");
max_tokens = 3; type Key = "name"; url = "https://example.org/a:b/c";
tokens: Token[] = []; skeleton-loading-animation-component`;
  expect(maskSecrets(code)).toBe(code);
});
