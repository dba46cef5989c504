import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { languages } from "./index.ts";
import type { ServerFacts, ServerSpec } from "./server-spec.ts";
import { serverSpecs } from "./servers.ts";

function spec(id: string): ServerSpec {
  const found = serverSpecs.find((each) => each.id === id);
  if (found === undefined) throw new Error(`There is no server ${id}.`);
  return found;
}

function factsWith(files: Readonly<Record<string, string>>, trusted = false): ServerFacts {
  return { root: join("/", "project"), trusted, read: (path) => files[path] };
}

test("a server is listed once, and every file of a server under its own name", () => {
  const files = readdirSync(dirname(fileURLToPath(import.meta.url)), { recursive: true, encoding: "utf8" });
  const names = files.filter((name) => name.endsWith(".server.ts")).map((name) => basename(name));
  const listed = serverSpecs.map(({ id }) => `${id}.server.ts`);
  expect(new Set(listed).size).toBe(listed.length);
  expect(names.filter((name) => !listed.includes(name))).toEqual([]);
});

test("servers of the most used languages come first, the others by id", () => {
  const first = ["typescript", "vtsls", "pyright", "basedpyright", "ty", "gopls", "rust-analyzer", "clangd"];
  const ids = serverSpecs.map(({ id }) => id);
  expect(ids.slice(0, first.length)).toEqual(first);
  expect(ids.slice(first.length)).toEqual(ids.slice(first.length).toSorted());
});

test("servers answer for languages that there are, and say how to get them", () => {
  const known = new Set(languages.map(({ id }) => id));
  for (const { id, languages: answered, obtain, title, program } of serverSpecs) {
    expect(
      Object.keys(answered).filter((language) => !known.has(language)),
      id,
    ).toEqual([]);
    expect(Object.keys(answered).length, id).toBeGreaterThan(0);
    expect(obtain, id).toMatch(/\w+ .|https:/);
    expect(title, id).not.toBe("");
    expect(program.names.length, id).toBeGreaterThan(0);
  }
});

test("what comes from npm is one exact version whose content is known", () => {
  const packaged = serverSpecs.flatMap(({ id, program: { npm } }) => (npm === undefined ? [] : [{ id, npm }]));
  expect(packaged.length).toBeGreaterThan(10);
  for (const { id, npm } of packaged) {
    for (const [name, version] of Object.entries({ [npm.package]: npm.version, ...npm.beside })) {
      expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
      expect(npm.integrity[name], name).toMatch(/^sha512-[\w+/]{86}==$/);
    }
    expect(spec(id).obtain).toBe(`outrider languages install ${id}`);
  }
});

test("servers of one package agree on its version", () => {
  const versions = new Map<string, string>();
  for (const { npm } of serverSpecs.map(({ program }) => program)) {
    if (npm === undefined) continue;
    expect(versions.get(npm.package) ?? npm.version).toBe(npm.version);
    versions.set(npm.package, npm.version);
  }
});

test("options and settings are data that can be sent", () => {
  for (const { id, options, settings } of serverSpecs) {
    for (const trusted of [false, true]) {
      const facts = factsWith({}, trusted);
      const made = { options: options?.(facts), settings: settings?.(facts) };
      expect(JSON.parse(JSON.stringify(made)), id).toEqual(JSON.parse(JSON.stringify(structuredClone(made))));
    }
  }
});

test.each([
  ['{ "devDependencies": { "typescript": "^5.9.3" } }', true],
  ['{ "devDependencies": { "typescript": "~4.8" } }', true],
  ['{ "devDependencies": { "typescript": "npm:typescript@5.4.0" } }', true],
  ['{ "devDependencies": { "typescript": "7.0.2" } }', false],
  ['{ "devDependencies": { "typescript": "^10.0.0" } }', false],
  ['{ "devDependencies": { "typescript": "latest" } }', false],
  ['{ "dependencies": {} }', false],
])("%s is for the older TypeScript: %s", (text, expected) => {
  expect(spec("vtsls").suits?.(factsWith({ "package.json": text }))).toBe(expected);
});

test("only TypeScript from 7 on is started as a server", () => {
  const { accepts } = spec("typescript").program;
  expect(accepts?.({ packageName: "typescript", version: "5.9.3" })).toBe(false);
  expect(accepts?.({ packageName: "typescript", version: "7.0.2" })).toBe(true);
  expect(accepts?.({ packageName: "tsc", version: "2.0.4" })).toBe(false);
});

test("an interpreter of the project is started only where it is trusted; its packages are read in any case", () => {
  const files = { ".venv/pyvenv.cfg": "home = /usr/bin\nversion = 3.12.4\n" };
  const told = spec("pyright").settings?.(factsWith(files));
  expect(JSON.stringify(told)).not.toContain("pythonPath");
  expect(JSON.stringify(told)).toContain("site-packages");
  expect(JSON.stringify(spec("pyright").settings?.(factsWith(files, true)))).toContain("pythonPath");
});

test("rust-analyzer starts only where the project is trusted: cargo runs what .cargo/config.toml names", () => {
  expect(spec("rust-analyzer").runsCode).toContain(".cargo/config.toml");
});

test("a vendored Go project is read from its vendor directory", () => {
  expect(spec("gopls").options?.(factsWith({}))).toMatchObject({
    env: { GOFLAGS: "-mod=readonly -buildvcs=false", GOPROXY: "off" },
  });
  const vendored = factsWith({ "vendor/modules.txt": "# a v1.0.0\n" });
  expect(spec("gopls").options?.(vendored)).toMatchObject({ env: { GOFLAGS: "-mod=vendor -buildvcs=false" } });
});
