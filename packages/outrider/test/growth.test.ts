import { expect, test } from "vitest";
import { growthOf, linearGrowth } from "../../toolwright/test/growth.ts";
import { maskText } from "../src/documents/masked/mask-text.ts";
import { applyEdits } from "../src/edits/apply-edits.ts";
import { diffLines } from "../src/edits/diff.ts";
import { readDependencies } from "../src/libraries/read-dependencies.ts";
import { readMessages } from "../src/lsp/wire/read-messages.ts";
import { maskSecrets } from "../src/search/embedders/mask-secrets.ts";
import { readQuery } from "../src/search/ranking/read-query.ts";
import { createInspector } from "../src/shell/inspect/inspector.ts";
import { type AskToWrite, createAskToWrite } from "../src/workspace/paths/ask-to-write.ts";
import { showPart } from "./support/show-part.ts";
import { openTestProject } from "./support/test-workspace.ts";

const times = (count: number, make: (at: number) => string, between = ""): string =>
  Array.from({ length: count }, (_, at) => make(at)).join(between);

const askToWrite = (cwd: string): AskToWrite => createAskToWrite({}, cwd);
const inspect = createInspector({ isSecret: () => false, askToWrite, isPosix: true, home: "/home/nobody", temp: [] });
const asked = async (command: string): Promise<unknown> => await inspect(command, "/home/nobody/project");

/** Texts that a file, a model or a server can send, each made to take longer than its length: what reads it, and the smaller size. */
const cases: Readonly<Record<string, readonly [run: (size: number) => unknown, size: number]>> = {
  "a message of a language server in small pieces": [readInPieces, 4 * 2 ** 20],
  ...Object.fromEntries(
    ["a.", "secret", "sk-", "x://", "passw", "-----BEGIN PRIVATE KEY-----", "eyJ", "A=", "token='"].map((piece) => [
      `a text of ${JSON.stringify(piece)} whose secrets are masked`,
      [(size: number) => maskSecrets(piece.repeat(size)), 5_000] as const,
    ]),
  ),
  ...Object.fromEntries(
    ["x", "a/", "_a", "1", "aB3/+"].map((part) => [
      `a question of ${JSON.stringify(part)} in a row`,
      [(size: number) => readQuery(`parse ${part.repeat(size / part.length)} config`, () => false), 50_000] as const,
    ]),
  ),
  "a text of 60,000 lines with changes everywhere": [compareLines, 7_500],
  "a text that is edited": [editLine, 20_000],
  "a text in which the old string is nearly found": [missLine, 20_000],
  "a line of one character in which it is not found": [missCharacter, 2_000_000],
  "YAML that is made of aliases": [readAliases, 400],
  "manifests that are made to be slow": [readManifests, 6_000],
  "a command of many words": [(size) => asked(`echo ${"a ".repeat(size)}`), 8_000],
  "a command of open brackets": [(size) => asked("(".repeat(size)), 4_000],
  "a command of substitutions in each other": [(size) => asked(`${"$(".repeat(size)}rm -rf x${")".repeat(size)}`), 600],
  "a command of pipelines": [(size) => asked(times(size, () => "cat", " | ")), 60],
  "a command of variables that are made of each other": [
    (size) => asked(`${times(size, () => "a=$b$c; b=$a$c; c=$a$b", "; ")}; echo $a`),
    25,
  ],
  "a command of brackets in quotes": [(size) => asked(`x='${"a[".repeat(size)}'`), 4_000],
};

test.each(Object.entries(cases))("%s takes time in proportion to its size", async (_title, [run, size]) => {
  expect(await growthOf(run, size)).toBeLessThan(linearGrowth);
});

function readInPieces(size: number): void {
  const body = Buffer.alloc(size, "e");
  body[0] = body[size - 1] = '"'.charCodeAt(0);
  const reader = readMessages({ maxMessageBytes: 2 ** 27, onMessage: () => {}, onViolation: (text) => fail(text) });
  reader.push(Buffer.from(`Content-Length: ${size}\r\n\r\n`));
  for (let at = 0; at < size; at += 16_384) reader.push(body.subarray(at, at + 16_384));
}

function fail(text: string): never {
  throw new Error(text);
}

function compareLines(size: number): void {
  const before = times(size, (at) => (at % 10 === 0 ? `const foo${at} = 1;\n` : `line ${at}\n`));
  diffLines(before, before.replaceAll("foo", "bar"), { maxLines: 10 });
}

/** Made once for each size: making them takes longer than the edit, and not in proportion, as the collector has to run. */
const texts = new Map<number, string>();
function statements(size: number): string {
  const text = texts.get(size) ?? times(size, (at) => `const value${at} = compute(${at});\r\n`);
  texts.set(size, text);
  return text;
}

function editLine(size: number): void {
  const edit = { old_string: `value${size - 1} =`, new_string: "last =" };
  applyEdits({ text: statements(size), eol: "\r\n", path: "a.ts" }, { edits: [edit] });
}

function missLine(size: number): void {
  refuse(statements(size), `const value${size - 2} = computed(1);\nconst x`);
}

function missCharacter(size: number): void {
  refuse("x".repeat(size), "xxxxxxxxy some words");
}

function refuse(text: string, wanted: string): void {
  expect(() =>
    applyEdits({ text, eol: "\n", path: "a.ts" }, { edits: [{ old_string: wanted, new_string: "" }] }),
  ).toThrow("old_string");
}

function readAliases(size: number): void {
  const text = `b: &b {a: 1}\n${times(size, (at) => `k${at}: *b\n`)}${times(size / 2, (at) => `m${at}:\n  <<: *b\n`)}`;
  maskText("secrets.yaml", text);
  expect(showPart(text, "yaml", `k${size - 1}.a`)).toBe("1: b: &b {a: 1}");
}

async function readManifests(size: number): Promise<void> {
  const { project } = await openTestProject({
    "pom.xml": `<project>${"<dependency>".repeat(size)}${"<!--".repeat(size)}`,
    "build.gradle": `implementation "${"a:".repeat(4 * size)}\n${"implementation(".repeat(size)}`,
    "requirements.txt": `${"a".repeat(10 * size)}[${"[".repeat(2 * size)}\n`,
    "A.csproj": "<PackageReference ".repeat(size),
    Gemfile: `gem ${"'".repeat(4 * size)}\n`,
    "package.json": "{}",
    "yarn.lock": `${'"a@'.repeat(2 * size)}\n`,
    "pnpm-lock.yaml": `packages:\n  ${"a@".repeat(4 * size)}\n`,
  });
  await readDependencies(project, new AbortController().signal);
}
