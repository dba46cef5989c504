import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openKit } from "./support/outrider-kit.ts";

// Put together at run time, so that scanners of repositories see no key here.
const key = ["gh", "p_", "aB3dE5gH7jK9mN2pQ4rS6tU8vW1xY0zA1234"].join("");
const random = "q7Xw2LmP9vT4bR8kZ3nC";
const files = {
  "src/client.ts": `export const client = connect("${key}");\nconst password = "${random}";\n`,
  "config.yaml": `service:\n  api_key: ${random}\n  url: postgres://me:hunter22@db/x\n`,
  "config.json": JSON.stringify({ service: { api_key: random, token: key } }),
  [`notes/${key}.md`]: `# ${key}\n`,
};
const secrets = [key, random, "hunter22"];

test("no tool shows a key that stands in an open file, in text, value or error", async () => {
  const kit = await openKit(files);
  const calls: readonly (readonly [string, object])[] = [
    ["read_file", { path: "src/client.ts" }],
    ["read_file", { path: ["src/client.ts", "config.yaml"] }],
    ["read_file", { path: "config.yaml", symbol: "service.api_key" }],
    ["read_file", { path: "config.json", symbol: "service.api_key" }],
    ["read_file", { path: "config.json", symbol: "service" }],
    ["read_file", { path: "src/client.ts", pattern: "password" }],
    ["grep", { pattern: "client|api_key|url" }],
    ["symbols", { path: "src/client.ts", body: true }],
    ["symbols", { name: "client" }],
    ["run_command", { command: "cat src/client.ts config.yaml" }],
    ["edit_file", { path: "src/client.ts", old_string: "connect(", new_string: "open(" }],
    ["read_file", { path: `no/${key}` }],
  ];
  for (const [tool, input] of calls) {
    const { callId: _, ...outcome } = await kit.call(tool, input, { approve: true });
    const text = JSON.stringify(outcome).replaceAll(`no/${key}`, "");
    for (const secret of secrets) expect(text, `${tool} ${JSON.stringify(input)}`).not.toContain(secret);
  }
});

test("a file named like a key can be listed and read", async () => {
  const kit = await openKit(files);
  const path = `notes/${key}.md`;
  expect(await kit.read("tree", {})).toContain(`${key}.md`);
  const outcome = await kit.call("read_file", { path });
  expect(outcome).toMatchObject({ status: "ok", value: { files: [{ path }] } });
  expect(JSON.stringify(outcome)).toContain("***masked***");
});

test("an edit beside a secret keeps it, one with the mask is refused", async () => {
  const kit = await openKit(files);
  const onDisk = (): string => readFileSync(join(kit.root, "src/client.ts"), "utf8");
  const path = "src/client.ts";
  const refused = await kit.call("edit_file", {
    path,
    old_string: "const password",
    new_string: 'const old = "***masked***";\nconst password',
  });
  expect(refused).toMatchObject({ error: { code: "masked_value" } });
  expect(await kit.call("create_file", { path: "new.ts", content: "***masked***" }, { approve: true })).toMatchObject({
    error: { code: "masked_value" },
  });
  expect(onDisk()).toBe(files["src/client.ts"]);
  await kit.read("edit_file", { path, old_string: "connect(", new_string: "open(" });
  expect(onDisk()).toContain(`open("${key}")`);
});

test("only the user's own settings turn masking off", async () => {
  const project = await openKit({ ...files, ".outrider/project.toml": "[security]\nmask_values = false\n" });
  expect(await project.read("read_file", { path: "src/client.ts" })).not.toContain(key);
  const user = await openKit(files, { settings: "[security]\nmask_values = false\n" });
  expect(await user.read("read_file", { path: "src/client.ts" })).toContain(key);
});
