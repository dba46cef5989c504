import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { harness } from "toolwright/testing";
import { testConformance } from "../../../../toolwright/test/test-tool.ts";
import { describe, expect, onTestFinished, test } from "vitest";
import { openTestWorkspace, testCaller } from "../../../test/support/test-workspace.ts";
import tool from "./index.ts";

const files = { "README.md": "# Demo\n\nHello.\n", "crlf.txt": "\ufeffa\r\nb\r\n", "src/a.ts": "" };

function open(content: Readonly<Record<string, string | Uint8Array>> = files) {
  const opened = openTestWorkspace(content);
  const kit = harness([tool], {
    services: () => ({ workspace: opened.workspace.session(testCaller) }),
    realTime: true,
  });
  onTestFinished(() => kit.close());
  const create = async (input: Parameters<typeof kit.call>[1]): Promise<string> => {
    const outcome = await kit.call("create_file", input);
    if (outcome.status === "ok") return outcome.text;
    return `${outcome.status} ${outcome.error.code}: ${outcome.error.message}`;
  };
  return { ...opened, create, text: (path: string) => readFileSync(join(opened.root, path), "utf8") };
}

describe("conformance", () => {
  const shared = { services: () => ({ workspace: openTestWorkspace(files).workspace.session(testCaller) }) };
  testConformance(tool, shared);
});

test("what a model reads", async () => {
  const { create, text } = open();
  expect(await create({ path: "docs/deep/new.md", content: "# New\n\nText.\n" })).toMatchInlineSnapshot(
    `"created docs/deep/new.md (3 lines, 13 bytes)"`,
  );
  expect(await create({ path: "README.md", content: "x" })).toMatchInlineSnapshot(
    `"tool_error exists: "README.md" exists already (3 lines, 15 bytes), nothing was written. \`overwrite: true\` replaces all of it; \`edit_file\` changes parts."`,
  );
  expect(await create({ path: "README.md", content: "# Other", overwrite: true })).toMatchInlineSnapshot(
    `"overwritten README.md (1 line, 7 bytes, 3 lines before)"`,
  );
  expect(await create({ path: "README.md", content: "# Other", overwrite: true })).toMatchInlineSnapshot(
    `"unchanged README.md (1 line, 7 bytes)"`,
  );
  expect(await create({ path: "src", content: "x", overwrite: true })).toMatchInlineSnapshot(
    `"tool_error is_directory: "src" is a directory; choose the path of a file."`,
  );
  expect(text("docs/deep/new.md")).toBe("# New\n\nText.\n");
  expect(text("README.md")).toBe("# Other");
});

test("an overwritten file keeps its byte order mark and line ends", async () => {
  const { create, text } = open();
  expect(await create({ path: "crlf.txt", content: "x\ny\n", overwrite: true })).toContain("overwritten");
  expect(text("crlf.txt")).toBe("\ufeffx\r\ny\r\n");
});

test("a binary file can be seen to exist, and be replaced", async () => {
  const { create, text } = open({ "a.bin": Buffer.of(0, 1, 2, 0, 0xff) });
  expect(await create({ path: "a.bin", content: "x" })).toContain('tool_error exists: "a.bin" exists already, nothing');
  expect(await create({ path: "a.bin", content: "x", overwrite: true })).toContain(
    "overwritten a.bin (1 line, 1 bytes)",
  );
  expect(text("a.bin")).toBe("x");
});

test.each(["\ud800", "a\0b"])("text that no text file can hold is refused: %j", async (content) => {
  const { create, root } = open();
  expect(await create({ path: "new.txt", content })).toContain("tool_error broken_text");
  expect(existsSync(join(root, "new.txt"))).toBe(false);
});

test.each([".env", ".git/hooks/pre-commit", ".outrider/project.toml", "../outside/a", "a\0b"])(
  "the policy refuses %j",
  async (path) => {
    const { create } = open();
    expect(await create({ path, content: "x", overwrite: true })).toMatch(/^tool_error /);
  },
);
