import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { harness } from "toolwright/testing";
import { testConformance } from "../../../../toolwright/test/test-tool.ts";
import { describe, expect, onTestFinished, test } from "vitest";
import { stubReadFile } from "../../../test/support/stub-read-file.ts";
import { openTestWorkspace, testCaller } from "../../../test/support/test-workspace.ts";
import { nextSteps } from "../next-steps.ts";
import tool from "./index.ts";

const files = { "README.md": "# Demo\n", "src/a.ts": "a\n", "src/b.ts": "b\n", ".env": "KEY=1\n" };

function open() {
  const opened = openTestWorkspace(files);
  const kit = harness([tool, stubReadFile], {
    services: () => ({ workspace: opened.workspace.session(testCaller) }),
    nextSteps,
    realTime: true,
  });
  onTestFinished(() => kit.close());
  const remove = async (path: string, restore = false): Promise<string> => {
    const outcome = await kit.call("delete_file", { path, restore });
    if (outcome.status === "ok") return outcome.text.replaceAll(/\b\w+-[0-9a-f]{6}\b/g, "<id>");
    return `${outcome.status} ${outcome.error.code}: ${outcome.error.message.replaceAll(/\b\w+-[0-9a-f]{6}\b/g, "<id>")}`;
  };
  const at = (path: string): string => join(opened.root, path);
  return { ...opened, kit, remove, at };
}

describe("conformance", () => {
  // Each call gets a project of its own: what was deleted once is gone.
  const shared = {
    services: () => ({ workspace: openTestWorkspace(files).workspace.session(testCaller) }),
    registry: [tool, stubReadFile],
    nextSteps,
  };
  testConformance(tool, shared);
});

test("what was deleted is gone, and comes back whole", async () => {
  const { remove, at } = open();
  expect(await remove("src/a.ts")).toMatchInlineSnapshot(
    `"deleted src/a.ts (trash id <id>; \`restore: true\` brings it back)"`,
  );
  expect(existsSync(at("src/a.ts"))).toBe(false);
  expect(await remove("src/a.ts", true)).toMatchInlineSnapshot(`"restored src/a.ts"`);
  expect(readFileSync(at("src/a.ts"), "utf8")).toBe("a\n");
  expect(await remove("src")).toMatchInlineSnapshot(
    `"deleted directory src (trash id <id>; \`restore: true\` brings it back)"`,
  );
  expect(await remove("./src/", true)).toMatchInlineSnapshot(`"restored directory src"`);
  expect(readFileSync(at("src/b.ts"), "utf8")).toBe("b\n");
});

test("of several with one path the newest comes back, an older one by its id", async () => {
  const { kit, remove, at } = open();
  const first = await kit.call("delete_file", { path: "src/a.ts" });
  const id = first.status === "ok" ? first.value.id : "";
  writeFileSync(at("src/a.ts"), "newer\n");
  await remove("src/a.ts");
  expect(await remove("src/a.ts", true)).toBe("restored src/a.ts");
  expect(readFileSync(at("src/a.ts"), "utf8")).toBe("newer\n");
  expect(await remove(id, true)).toMatchInlineSnapshot(
    `"tool_error exists: "src/a.ts" exists already; nothing was changed. Choose another path."`,
  );
  await remove("src/a.ts");
  expect(await remove(id, true)).toBe("restored src/a.ts");
  expect(readFileSync(at("src/a.ts"), "utf8")).toBe("a\n");
});

test("what a model reads when it cannot be done", async () => {
  const { remove } = open();
  expect(await remove("none.ts")).toMatchInlineSnapshot(
    `"tool_error not_found: There is no file or directory "none.ts". In its directory, nearest first: .env, README.md, src."`,
  );
  expect(await remove("sources/a.ts")).toMatchInlineSnapshot(
    `"tool_error not_found: There is no file or directory "sources/a.ts". The project has src/a.ts."`,
  );
  expect(await remove("README.md", true)).toMatchInlineSnapshot(
    `"tool_error not_in_trash: Nothing that was deleted is called "README.md". The trash is empty."`,
  );
  await remove("src/a.ts");
  expect(await remove("README.md", true)).toMatchInlineSnapshot(
    `"tool_error not_in_trash: Nothing that was deleted is called "README.md". In the trash, newest first: "src/a.ts" (<id>)."`,
  );
  expect(await remove(".")).toMatchInlineSnapshot(
    `"tool_error protected_path: The root of the project cannot be moved or removed."`,
  );
});

test.each([".env", ".git", ".outrider", "..", "../outside"])("the policy refuses %s", async (path) => {
  const { remove } = open();
  expect(await remove(path)).toMatch(/^tool_error /);
});
