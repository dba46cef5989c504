import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { harness } from "toolwright/testing";
import { testConformance } from "../../../../toolwright/test/test-tool.ts";
import { describe, expect, onTestFinished, test } from "vitest";
import { stubReadFile } from "../../../test/support/stub-read-file.ts";
import { openTestWorkspace, testCaller } from "../../../test/support/test-workspace.ts";
import { nextSteps } from "../next-steps.ts";
import tool from "./index.ts";

const files = { "README.md": "# Demo\n", "src/a.ts": "a\n", "src/b.ts": "b\n", "lib/c.ts": "c\n", ".env": "KEY=1\n" };

function open() {
  const opened = openTestWorkspace(files);
  const kit = harness([tool, stubReadFile], {
    services: () => ({ workspace: opened.workspace.session(testCaller) }),
    nextSteps,
    realTime: true,
  });
  onTestFinished(() => kit.close());
  const move = async (path: string, to: string): Promise<string> => {
    const outcome = await kit.call("move_file", { path, to });
    if (outcome.status === "ok") return outcome.text;
    return `${outcome.status} ${outcome.error.code}: ${outcome.error.message}`;
  };
  return { ...opened, move, text: (path: string) => readFileSync(join(opened.root, path), "utf8") };
}

describe("conformance", () => {
  // Each call gets a project of its own: what was moved once cannot be moved again.
  const shared = {
    services: () => ({ workspace: openTestWorkspace(files).workspace.session(testCaller) }),
    registry: [tool, stubReadFile],
    nextSteps,
  };
  testConformance(tool, shared);
});

test("what a model reads", async () => {
  const { move, text, root } = open();
  expect(await move("src/a.ts", "src/deep/z.ts")).toMatchInlineSnapshot(`"moved src/a.ts to src/deep/z.ts"`);
  expect(await move("src/b.ts", "lib")).toMatchInlineSnapshot(`"moved src/b.ts to lib/b.ts"`);
  expect(await move("README.md", "docs/")).toMatchInlineSnapshot(`"moved README.md to docs/README.md"`);
  expect(await move("lib", "library")).toMatchInlineSnapshot(`"moved directory lib to library"`);
  expect(text("src/deep/z.ts") + text("library/b.ts") + text("docs/README.md")).toBe("a\nb\n# Demo\n");
  expect(existsSync(join(root, "lib"))).toBe(false);
});

test("what a model reads when it cannot be done", async () => {
  const { move, text } = open();
  expect(await move("none.ts", "x.ts")).toMatchInlineSnapshot(
    `"tool_error not_found: There is no file or directory "none.ts". In its directory, nearest first: .env, README.md, lib, src."`,
  );
  expect(await move("sources/a.ts", "x.ts")).toMatchInlineSnapshot(
    `"tool_error not_found: There is no file or directory "sources/a.ts". The project has src/a.ts."`,
  );
  expect(await move("src/a.ts", "README.md")).toMatchInlineSnapshot(
    `"tool_error exists: "README.md" exists already; nothing was changed. Choose another path."`,
  );
  expect(await move("src/a.ts", "src/a.ts")).toMatchInlineSnapshot(
    `"tool_error same_path: "src/a.ts" is already there; nothing was moved."`,
  );
  expect(await move("src", "src/inner/")).toMatchInlineSnapshot(
    `"tool_error into_itself: "src" cannot be moved into itself ("src/inner/src")."`,
  );
  expect(await move(".", "elsewhere")).toMatchInlineSnapshot(
    `"tool_error protected_path: The root of the project cannot be moved or removed."`,
  );
  expect(text("README.md") + text("src/a.ts")).toBe("# Demo\na\n");
});

test.each([
  [".env", "env.txt"],
  ["src/a.ts", ".env.local"],
  ["src/a.ts", "../outside/a.ts"],
  ["src/a.ts", ".git/hooks/pre-commit"],
  ["../outside", "in"],
])("the policy refuses %s to %s", async (path, to) => {
  const { move } = open();
  expect(await move(path, to)).toMatch(/^tool_error /);
});
