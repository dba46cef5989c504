import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport, type Tool as ListedTool } from "@modelcontextprotocol/client";
import { countTokens } from "toolwright";
import { serveHttp } from "toolwright/mcp";
import { describe, expect, onTestFinished, test } from "vitest";
import { languages } from "../src/languages/index.ts";
import { defineOutriderServer } from "../src/serve/outrider-server.ts";
import { isOffered, tools } from "../src/tools/index.ts";
import { type Profile, profiles } from "../src/workspace/config/profile.ts";
import { openKit, type OutriderKit } from "./support/outrider-kit.ts";

const source = join(import.meta.dirname, "..", "src");

/** Of all tools together. */
const limits = { full: 4_500, code: 2_600, script: 900 } as const;
const longestDescription = 300;

describe("what every turn costs", () => {
  test("names, descriptions and input schemas stay within their tokens, in each profile", async () => {
    const listed = await listAsClient();
    const costs = await Promise.all(listed.map(async (tool) => [tool.name, await faceTokens(tool)] as const));
    const sum = (names: (name: string) => boolean): number =>
      costs.filter(([name]) => names(name)).reduce((total, [, tokens]) => total + tokens, 0);
    const totalOf = (profile: Profile): number => sum((name) => isOffered(profile, name));
    const total = { full: totalOf("full"), code: totalOf("code"), script: totalOf("script") };
    expect(listed).toHaveLength(tools.length);
    console.log(`face: ${JSON.stringify(total)}; ${costs.map(([name, tokens]) => `${name} ${tokens}`).join(", ")}`);
    for (const profile of profiles) expect(total[profile], profile).toBeLessThanOrEqual(limits[profile]);
    // A tool that needs more than a tenth of the whole list is several tools, or explains what belongs into the guide.
    expect(costs.filter(([, tokens]) => tokens > limits.full / 10)).toEqual([]);
    const readme = readFileSync(join(source, "..", "..", "..", "README.md"), "utf8");
    const [full, code, script] = [total.full, total.code, total.script].map((tokens) => tokens.toLocaleString("en"));
    expect(readme).toContain(
      `${full} tokens for ${tools.length} tools; profile \`code\` ${code}, profile \`script\` ${script} |`,
    );
    expect(readme).toContain(`symbols of ${languages.length} languages`);
  });

  test.each(tools.map(({ name, description }) => [name, description]))(
    "the description of %s is short",
    (_name, description) => {
      expect(description.length).toBeLessThanOrEqual(longestDescription);
      expect(description.trim()).not.toBe("");
    },
  );
});

describe("names", () => {
  test("directory, tool and registration are the same, sorted", async () => {
    const directories = readdirSync(join(source, "tools"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    const kit = await openKit();
    expect(directories.toSorted()).toEqual([...kit.outrider.kernel.toolNames]);
    expect(tools.map(({ name }) => name).toSorted()).toEqual([...kit.outrider.kernel.toolNames]);
  });

  test("the other profiles are parts of it", async () => {
    for (const profile of profiles) {
      const kit = await openKit({}, { profile });
      const offered = tools.map(({ name }) => name).filter((name) => isOffered(profile, name));
      expect(kit.outrider.kernel.toolNames.toSorted()).toEqual(offered.toSorted());
    }
  });

  test("every call that a sentence proposes is one of a tool that is there", () => {
    const known = new Set<string>(tools.map(({ name }) => name));
    const proposed = sourceFiles(source).flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/\btool: "(\w+)"/g)].map(([, name = ""]) => name),
    );
    expect(proposed.length).toBeGreaterThan(10);
    expect(proposed.filter((name) => !known.has(name))).toEqual([]);
  });

  test.each(profiles)("what errors propose can be called as it stands, in the %s profile", async (profile) => {
    const kit = await openKit({ "a.txt": "x\n", "b.md": "# B\n" }, { profile });
    for (const [tool, input] of [
      ["read_file", { path: "none.txt" }],
      ["read_file", { path: "a.txt", project: "none" }],
      ["read_file", { path: "a.txt", project: kit.outside }],
      ["read_file", { path: "b.md", symbol: "None" }],
      ["read_file", { path: "@out_aaaaaaaaaaaaaaaa" }],
      ["grep", { pattern: "x", path: "none" }],
      ["grep", { pattern: "(" }],
      ["tree", { path: "a.txt" }],
      ["edit_file", { path: "a.txt", old_string: "none", new_string: "y" }],
      ["edit_file", { path: join(kit.temp, "x"), old_string: "none", new_string: "y" }],
      ["run_command", {}],
      ["run_command", { job: "@cmd_aaaaaaaaaaaaaaaa" }],
      ["workspace", { action: "activate" }],
      ["memory", { action: "read", topic: "none" }],
      ["guide", { topic: "none" }],
      ["move_file", { path: "none", to: "x" }],
      ["delete_file", { path: "none" }],
    ] as const) {
      if (!kit.outrider.kernel.toolNames.includes(tool)) continue;
      await expectNextIsValid(kit, tool, input);
    }
    expect(kit.told).toEqual([]);
  });
});

test.each([
  ["run_command", { cmd: "ls" }, '"command"'],
  ["grep", { query: "x" }, '"pattern"'],
  ["symbols", { query: "x" }, '"name"'],
  ["references", { name: "x" }, '"symbol"'],
  ["read_file", { path: "a.txt", lines: "1-3" }, '"offset" or "limit"'],
  ["read_file", { path: "a.txt", start: 1 }, '"offset"'],
  ["read_file", { path: "a.txt", end: 3 }, '"limit"'],
  ["edit_file", { path: "a.txt", old_str: "x", new_str: "y" }, '"old_string"'],
  ["edit_code", { action: "rename", symbol: "a", to: "b" }, '"new_name"'],
])("%s: an argument of other tools leads to the one that is meant", async (tool, input, meant) => {
  const kit = await openKit({ "a.txt": "x\n" });
  const outcome = await kit.call(tool, input);
  expect(outcome.status === "ok" ? "" : outcome.error.message).toContain(`Did you mean ${meant}?`);
});

async function expectNextIsValid(kit: OutriderKit, tool: string, input: object): Promise<void> {
  const outcome = await kit.call(tool, input);
  if (outcome.status === "ok" || outcome.error.next === undefined) return;
  const { next } = outcome.error;
  expect(kit.outrider.kernel.toolNames, `${tool} ${JSON.stringify(input)}`).toContain(next.tool);
  const followed = await kit.call(next.tool, next.input);
  expect(["invalid_input", "unknown_tool", "crashed"]).not.toContain(followed.status);
}

test("the list of tools as a client gets it", async () => {
  const listed = await listAsClient();
  expect(listed.map(({ name }) => name)).toEqual(tools.map(({ name }) => name).toSorted());
  expect(listed.filter((tool) => tool.outputSchema !== undefined)).toEqual([]);
  await expect(`${JSON.stringify(listed, undefined, 2)}\n`).toMatchFileSnapshot("snapshots/tools-list.txt");
});

test("a field is described where it stands, or in the instructions of each profile with such tools", async () => {
  const kits = [await openKit(), await openKit({}, { profile: "code" })];
  const told = kits.map(({ outrider }) => defineOutriderServer(outrider, "0.0.0").instructions ?? "");
  const undescribed = new Set<string>();
  for (const { inputSchema } of await listAsClient()) {
    for (const [name, field] of Object.entries(inputSchema.properties ?? {})) {
      if (!isDescribed(field)) undescribed.add(name);
    }
  }
  expect([...undescribed].toSorted()).toEqual(["limit", "offset", "project"]);
  for (const name of undescribed) for (const text of told) expect(text).toMatch(new RegExp(`\`${name}\` \\(\\w`));
});

test("numbers are integers in the list, and those with narrow bounds tell them", async () => {
  const fields = (await listAsClient()).flatMap(({ name, inputSchema }) =>
    Object.entries(inputSchema.properties ?? {}).map(([field, schema]) => ({ name, field, schema })),
  );
  const isNumber = (schema: unknown): boolean => JSON.stringify(schema).includes('"type":"number"');
  expect(fields.filter(({ schema }) => isNumber(schema)).map(({ name, field }) => `${name}.${field}`)).toEqual([]);
  const described = (field: string): string[] =>
    fields.filter((each) => each.field === field).map(({ schema }) => JSON.stringify(schema));
  for (const text of described("wait")) expect(text).toContain("0 to 45");
  for (const text of described("context")) expect(text).toContain("0 to 20");
});

test("a list that does not say so still refuses arguments that no tool has", async () => {
  const kit = await openKit({ "a.txt": "x\n" });
  for (const { name, inputSchema } of await listAsClient()) {
    expect(inputSchema).not.toHaveProperty("additionalProperties");
    expect(await kit.call(name, { no_such_argument: 1 }), name).toMatchObject({
      status: "invalid_input",
      error: { message: expect.stringContaining('Unknown argument "no_such_argument"') },
    });
  }
});

function isDescribed(field: unknown): boolean {
  return typeof field === "object" && field !== null && "description" in field && field.description !== "";
}

async function listAsClient(): Promise<readonly ListedTool[]> {
  const kit = await openKit();
  const served = await serveHttp(defineOutriderServer(kit.outrider, "0.0.0"), { host: "127.0.0.1", port: 0 });
  onTestFinished(() => served.close());
  const client = new Client({ name: "face", version: "1.0.0" });
  const headers = { Authorization: `Bearer ${served.token ?? ""}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(served.url), { requestInit: { headers } }));
  onTestFinished(() => client.close());
  return (await client.listTools()).tools;
}

async function faceTokens({ name, description, inputSchema }: ListedTool): Promise<number> {
  return await countTokens(JSON.stringify({ name, description, inputSchema }));
}

function sourceFiles(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => join(directory, name));
}
