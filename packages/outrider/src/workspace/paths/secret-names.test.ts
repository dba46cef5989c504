import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createExposureJudge } from "./exposure.ts";

const { judge } = createExposureJudge();

/** The lists were written before the table, and half of each was not looked at while the table was made. */
function readNames(list: "secret" | "harmless") {
  const file = new URL(`../../../test/fixtures/secret-names/${list}.txt`, import.meta.url);
  const names = readFileSync(file, "utf8").split("\n").filter(Boolean);
  const isUnseen = (name: string): boolean =>
    createHash("sha256").update(`outrider-20:${name}`).digest().readUInt8(0) % 2 === 1;
  return { seen: names.filter((name) => !isUnseen(name)), unseen: names.filter(isUnseen) };
}

test("names of secret files of real tools are recognised", () => {
  const { seen, unseen } = readNames("secret");
  const isOpen = (name: string): boolean => judge(name) === "open";
  expect([seen.length, unseen.length]).toEqual([219, 246]);
  expect({ seen: seen.filter(isOpen), unseen: unseen.filter(isOpen) }).toMatchInlineSnapshot(`
    {
      "seen": [
        "tokens.json",
      ],
      "unseen": [
        "key.age.txt",
        "dbeaver-data-sources.xml",
        ".token",
        "etc/samba/credentials",
      ],
    }
  `);
});

test("names that only look similar stay open", () => {
  const { seen, unseen } = readNames("harmless");
  const isClosed = (name: string): boolean => judge(name) !== "open";
  expect([seen.length, unseen.length]).toEqual([285, 308]);
  expect({ seen: seen.filter(isClosed), unseen: unseen.filter(isClosed) }).toMatchInlineSnapshot(`
    {
      "seen": [],
      "unseen": [
        ".ssh/id_ed25519.pub",
        "cert.pem",
        "locales/en/credentials.json",
        "locales/de/auth.json",
        "translations/token.json",
        "man/htpasswd.1",
        "man/secret.7",
      ],
    }
  `);
});

test("a copy of a secret is as secret as the original, under any ending", () => {
  const endings = ["~", ".bak", ".BAK2", ".old", ".orig", ".save", ".swp", ".1", "-prod", "_staging", ".2024-03-01"];
  const more = [".20240301", "-20240301_1200", ".1700000000", " (1)", " copy", ".bak.1", ".old~"];
  for (const name of ["id_rsa", "deploy/server.pem", ".netrc", ".aws/credentials", "wp-config.php"]) {
    for (const ending of [...endings, ...more]) expect(judge(name + ending), name + ending).toBe("denied");
  }
  for (const name of ["..env.swp", "#.env#", ".env~", "prod.env.bak"]) expect(judge(name), name).toBe("masked");
  expect([".id_rsa.swp", ".id_rsa.pub.swp", "id_rsa.pub.bak", ".env.example~"].map((name) => judge(name))).toEqual([
    "denied",
    "open",
    "open",
    "open",
  ]);
});

test("an example is public, a key file with the word in its name is not", () => {
  for (const name of [".env.example", ".env.template", "prod.tfvars.sample", "id_rsa.pub", "secrets.example.yml"]) {
    expect(judge(name), name).toBe("open");
  }
  for (const name of ["www.example.com.key", "example.pem", "test/certs/sample.key", ".ssh/id_rsa.pub"]) {
    expect(judge(name), name).toBe("denied");
  }
});

test("code, pages and directories of code are never secret by name alone", () => {
  const names = [
    "id_rsa.go",
    "src/secrets",
    "src/credentials",
    "pkg/tokens",
    "src/cookies",
    "api_key.rb",
    "key",
    "p12",
  ];
  for (const name of names) expect(judge(name), name).toBe("open");
});
