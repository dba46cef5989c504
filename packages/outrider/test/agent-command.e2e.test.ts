import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { callOf, startModel } from "../../toolwright/test/chat/mock-model.ts";
import { makeHome, outrider } from "./support/outrider-process.ts";
import { writeFiles } from "./support/temp-project.ts";

const wrong = "export function total(items) {\n  return items.reduce((sum, item) => sum - item.price, 0);\n}\n";

function makeProject(home: string): string {
  const project = join(home, "shop");
  writeFiles(project, { ".git/HEAD": "ref: refs/heads/main\n", "src/cart.js": wrong });
  return project;
}

test("reads run unasked, an edit waits for the person, with Outrider's tools and its instructions", async () => {
  const home = makeHome();
  const project = makeProject(home.home);
  const { url, sent } = await startModel({
    total: [
      { content: "I look.", toolCalls: [callOf("read_file", { path: "src/cart.js" })] },
      {
        toolCalls: [
          callOf("edit_file", { path: "src/cart.js", old_string: "sum - item.price", new_string: "sum + item.price" }),
        ],
      },
      { content: "Fixed in src/cart.js:2." },
    ],
  });
  const flags = ["agent", "--base-url", url, "--model", "mock"];
  const asked = await outrider([...flags, "--thread", "work", "The total is wrong."], project, home);
  expect(asked).toMatchObject({ code: 1, stdout: "I look.\n" });
  expect(asked.stderr).toContain("✓ Read file  path=src/cart.js");
  expect(asked.stderr).toContain("Waits for a decision: Edit file");
  expect(readFileSync(join(project, "src/cart.js"), "utf8")).toBe(wrong);
  const { code, stdout } = await outrider([...flags, "--resume", "work", "--yes"], project, home);
  expect({ code, stdout }).toEqual({ code: 0, stdout: "Fixed in src/cart.js:2.\n" });
  expect(readFileSync(join(project, "src/cart.js"), "utf8")).toContain("sum + item.price");
  expect(sent()).toContain("You are a coding agent in a terminal.");
  expect(sent()).toContain("Outrider shows you a code base in small answers");
});

test("what Outrider's policy asks about waits, in a thread of the user and not of the project", async () => {
  const home = makeHome();
  const project = makeProject(home.home);
  const library = join(home.home, "library");
  mkdirSync(library);
  const { url } = await startModel({
    library: [{ toolCalls: [callOf("library", { action: "register", path: library })] }, { content: "Registered." }],
  });
  const flags = ["agent", "--json", "--base-url", url, "--model", "mock"];
  const first = await outrider([...flags, "--thread", "work", "Use the library."], project, home);
  expect(first).toMatchObject({ code: 1, stdout: expect.stringContaining('"status":"awaiting"') });
  expect(existsSync(join(project, ".outrider", "threads"))).toBe(false);
  const second = await outrider([...flags, "--resume", "work", "--yes"], project, home);
  expect(second).toMatchObject({ code: 0, stdout: expect.stringContaining("Registered.") });
});

test("a thread that the project brings is not taken up, also through a link", async () => {
  const home = makeHome();
  const project = makeProject(home.home);
  mkdirSync(join(project, "threads"));
  const link = join(home.home, "link");
  symlinkSync(join(project, "threads"), link, "junction");
  for (const store of ["threads", join(link, "deeper")]) {
    const { code, stderr } = await outrider(["agent", "--store", store, "--resume", "work", "Go on."], project, home);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("lies in the project") });
  }
});

test("packages of the project are its own code, and are not loaded", async () => {
  const home = makeHome();
  const project = makeProject(home.home);
  const loaded = join(home.home, "loaded");
  writeFiles(project, {
    "node_modules/@ai-sdk/anthropic/package.json": '{ "name": "@ai-sdk/anthropic", "main": "index.js" }',
    "node_modules/@ai-sdk/anthropic/index.js": `require("node:fs").writeFileSync(${JSON.stringify(loaded)}, "")`,
  });
  const { url } = await startModel({ hello: [{ content: "Hello." }] });
  const { code, stdout } = await outrider(
    ["agent", "--model", "anthropic:mock", "--base-url", url, "hello"],
    project,
    home,
  );
  expect({ code, stdout }).toEqual({ code: 0, stdout: "Hello.\n" });
  expect(existsSync(loaded)).toBe(false);
});

test("without a model it tells each way to one", async () => {
  const home = makeHome();
  const { code, stderr } = await outrider(["agent", "Do something."], makeProject(home.home), home);
  expect({ code, stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("outrider agent --model anthropic:NAME"),
  });
});
