import { expect, test } from "vitest";
import { openKit } from "../../../test/support/outrider-kit.ts";
import { makeTempPlace } from "../../../test/support/temp-project.ts";

const files = {
  "package.json": "{}",
  "src/a.ts": "",
  "src/b.ts": "",
  ".env": "KEY=1",
  "packages/x/package.json": "{}",
  ".outrider/project.toml": '[project]\nname = "shop"\n[commands]\ntest = "npm test"\n',
};

test("status tells what there is to know, and nothing that is as usual", async () => {
  const kit = await openKit(files);
  const text = await kit.read("workspace", { action: "status" });
  expect(text.replace(kit.root, "ROOT")).toMatchInlineSnapshot(`
    "shop: ROOT
    5 files: json 2, ts 2, other 1
    withheld or masked because of credentials or secrets: 1 file
    index: nothing read yet; the first question reads it
    language servers: switched off in the user settings
    test: npm test
    no memories yet; onboarding writes the first"
  `);
});

test("list shows projects and sub-projects, the active one marked", async () => {
  const kit = await openKit(files);
  expect((await kit.read("workspace", { action: "list" })).replace(kit.root, "ROOT")).toMatchInlineSnapshot(`
    "* shop: ROOT
      packages/x (subproject, package.json)"
  `);
  await kit.read("workspace", { action: "activate", path: "packages/x" });
  expect(await kit.read("workspace", { action: "list" })).toContain(`* x: ${kit.root}/packages/x`);
});

test("a directory outside is opened only when the person agrees", async () => {
  const kit = await openKit(files);
  const input = { action: "activate", path: kit.outside };
  expect(await kit.call("workspace", input)).toMatchObject({ status: "needs_approval" });
  expect(await kit.call("workspace", input, { approve: false })).toMatchObject({ status: "denied" });
  expect(await kit.read("workspace", input, { approve: true })).toContain(kit.outside);
  expect(await kit.read("tree", { project: "shop" }, {})).toContain("package.json");
});

test("wrong settings of the project are told and change nothing", async () => {
  const kit = await openKit({ ...files, ".outrider/project.toml": "[securty]\nread_only = false\n" });
  expect(await kit.read("workspace", { action: "status" })).toContain('project.toml: there is no setting "securty"');
});

test("activate without a path says what it needs", async () => {
  const kit = await openKit(files);
  expect(await kit.call("workspace", { action: "activate" })).toMatchObject({
    status: "tool_error",
    error: { code: "no_path", next: { tool: "workspace", input: { action: "list" } } },
  });
});

test("names with control characters stay on their line", async () => {
  const kit = await openKit({ "packages/a\nb/package.json": "{}" });
  expect((await kit.read("workspace", { action: "list" })).split("\n")).toHaveLength(2);
});

test("status tells where the state is kept when that is not in the project", async () => {
  const stateDir = makeTempPlace().outside;
  const kit = await openKit(files, { stateDir });
  expect(await kit.read("workspace", { action: "status" })).toContain(`\nstate kept in ${stateDir}`);
});

test("list tells which projects are open", async () => {
  const kit = await openKit({ ...files, "packages/y/package.json": "{}" });
  await kit.read("tree", { project: "packages/x" });
  expect((await kit.read("workspace", { action: "list" })).replace(kit.root, "ROOT")).toMatchInlineSnapshot(`
    "* shop: ROOT
      packages/x (subproject, package.json, open)
      packages/y (subproject, package.json)"
  `);
});
