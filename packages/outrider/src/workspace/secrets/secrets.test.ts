import fc from "fast-check";
import { expect, test } from "vitest";
import { findSecrets } from "./find-secrets.ts";
import { keyShapes } from "./key-shapes.ts";
import { maskValues, valueMask } from "./mask-values.ts";

// Put together at run time, so that scanners of repositories see no key here.
const join = (...parts: readonly string[]): string => parts.join("");
const letters = "aB3dE5gH7jK9mN2pQ4rS6tU8vW1xY0zA";
const long = letters.repeat(10);

/** A text that fits a body: its classes with their least counts. */
function fill(body: string): string {
  return body
    .replace(/^\(\?<![^)]*\)/, "")
    .replaceAll(/(\[[^\]]+\])\{(\d+)(?:,\d+)?\}|\\\./g, (_, kind: string | undefined, count: string) => {
      if (kind === undefined) return ".";
      const alphabet = kind === "[a-f0-9]" || kind === "[a-fA-F0-9]" ? "a1b2c3d4e5f60789" : long;
      const text = alphabet.repeat(20).slice(0, Number(count));
      return kind.includes("a-z") || kind.includes("a-f") ? text : text.toUpperCase();
    });
}

test.each(keyShapes.flatMap(({ vendor, prefixes, body }) => prefixes.map((prefix) => [vendor, prefix, body] as const)))(
  "a key of %s that begins with %s is masked wherever it stands",
  (_, prefix, body) => {
    const key = join(prefix, fill(body));
    for (const [before, after] of [
      ["", ""],
      ["const k = '", "';"],
      ["x: ", "\n"],
      ['{"k":"a\\n', '"}'],
      ["https://h/?k=", "&b=1"],
      ["  12\t", " and more"],
    ] as const) {
      expect(maskValues(before + key + after), before + key).toBe(before + valueMask + after);
    }
  },
);

const body = Array.from({ length: 12 }, (_, at) => long.slice(at, at + 64));
const pem = (kind = "RSA "): string[] => [
  join("-----BEGIN ", kind, "PRIVATE KEY-----"),
  ...body,
  "Ab3=",
  join("-----END ", kind, "PRIVATE KEY-----"),
];

test("the body of a private key is masked line by line, the lines stay", () => {
  for (const eol of ["\n", "\r\n", "\\n"]) {
    const text = ["before", ...pem(), "after"].join(eol);
    const masked = maskValues(text);
    for (const line of [...body, "Ab3="]) expect(masked).not.toContain(line);
    expect(masked.split(eol)).toHaveLength(text.split(eol).length);
    expect(masked.split(eol).at(-1)).toBe("after");
  }
});

test("a private key is found behind line numbers and signs, and when one end is cut off", () => {
  const numbered = pem("").map((line, at) => `${String(at + 1).padStart(4)}\t+${line}`);
  const parts = [numbered, numbered.slice(0, 7), numbered.slice(5), ["x", ...numbered.slice(8), "y"]];
  for (const lines of parts) {
    const masked = maskValues(lines.join("\n"));
    for (const line of body) expect(masked).not.toContain(line);
    expect(masked.split("\n")).toHaveLength(lines.length);
  }
});

test("code that only names the lines of a key, and certificates, stay as they are", () => {
  const code = [
    join('if (text.startsWith("-----BEGIN ', 'PRIVATE KEY-----")) return importPrivateKeyFromText(text);'),
    join('const end = "-----END ', 'PRIVATE KEY-----";'),
    "-----BEGIN CERTIFICATE-----",
    ...body,
    "-----END CERTIFICATE-----",
  ].join("\n");
  expect(maskValues(code)).toBe(code);
});

test("random values of what is named like a secret are masked, names and quotes stay", () => {
  const value = "q7Xw2LmP9vT4bR8kZ3nC";
  const special = "k9$Lq2!vR7#mX4@pZ8";
  for (const [text, masked] of [
    [`API_KEY=${value}`, `API_KEY=${valueMask}`],
    [`  "client_secret": "${value}",`, `  "client_secret": "${valueMask}",`],
    [`db.password = '${special}'`, `db.password = '${valueMask}'`],
    [`token := \`${value}\``, `token := \`${valueMask}\``],
    [`<password>${value}</password>`, `<password>${valueMask}</password>`],
    [`Authorization: Bearer ${value}`, `Authorization: Bearer ${valueMask}`],
    [`config["secretKey"] = "${value}"`, `config["secretKey"] = "${valueMask}"`],
    [`AccountKey=${value}${value}==;x=1`, `AccountKey=${valueMask};x=1`],
    [`postgres://me:hunter22@db:5432/x`, `postgres://me:${valueMask}@db:5432/x`],
  ] as const) {
    expect(maskValues(text)).toBe(masked);
  }
});

test("what only looks similar stays as it is", () => {
  for (const text of [
    "const token = readTokenFromKeychain2();",
    'password: "your-password-goes-here-1"',
    "API_KEY=${process.env.API_KEY_2}",
    "secretName: my-app-production-secret-2",
    "next_page_token: eyAbC3dE5gH7jK9mN2pQ4rS6",
    "Next page token: eav1OzQB0OM8rLdGXOEsyQ",
    '"handle":"@out_q7Xw2LmP9vT4bR8kZ3nC"',
    "token: Sha256WithRsaEncryptionTokenProvider",
    'import { tokens } from "../../design/tokens/v2/index.ts"',
    "fixtures/AKIAABCDEFGHIJ234567.json",
    "sk-folding-cube sk-circle-fade-dot-animation",
    "https://user:password@example.com and https://host:8080/a@b",
    'integrity: "sha512-q7Xw2LmP9vT4bR8kZ3nCq7Xw2LmP9vT4bR8kZ3nC=="',
    "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
    `password: ${valueMask}`,
  ]) {
    expect(maskValues(text)).toBe(text);
  }
});

test("masking twice changes nothing more, and no key survives between other texts", () => {
  const key = join("gh", "p_", long.slice(0, 36));
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      const masked = maskValues(`${before} ${key} ${after}`);
      expect(masked).not.toContain(key);
      expect(maskValues(masked)).toBe(masked);
    }),
  );
});

test("hostile texts of 200 kB take little processor time", () => {
  const pieces = ["pwd=", "://a:", "eyJ", "-eyJ", "ghp_", "token: ", "secret", "password='", "Bearer ", "sk-", "SG.a."];
  const texts = [
    ...pieces,
    join("-----BEGIN ", "PRIVATE KEY-----"),
    join("-----END ", "PRIVATE KEY-----"),
    "A",
    "a1",
    "/",
    ".",
  ];
  for (const piece of texts) {
    const text = piece.repeat(Math.ceil(200_000 / piece.length));
    const before = process.cpuUsage();
    findSecrets(text);
    const { user } = process.cpuUsage(before);
    expect(user / 1e6, piece).toBeLessThan(0.3);
  }
});
