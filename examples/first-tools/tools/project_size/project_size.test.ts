import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { harness, testTool } from "toolwright/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import { format } from "./format.ts";
import projectSize from "./index.ts";

const services = () => ({ root: join(process.cwd(), "examples") });
// A few calls at once are enough here, and the machine that runs this may be busy.
const options = { test, services, callsAtOnce: 10, blockMs: 5_000, exampleMs: 60_000 };

describe("project_size", () => {
  testTool(projectSize, options);

  test("counts one of a thing in the singular", () => {
    expect(format({ files: 1, lines: 1, kinds: [{ kind: ".ts", files: 1, lines: 12 }], unread: 1 })).toBe(
      ["1 file, 1 line", ".ts             1 file       12 lines", "1 file could not be read"].join("\n"),
    );
  });

  test("says what git says when there is no repository", async () => {
    const root = await mkdtemp(join(tmpdir(), "project-size-"));
    onTestFinished(() => rm(root, { recursive: true, force: true }));
    await writeFile(join(root, "a.txt"), "one\n");
    await using kit = harness([projectSize], { services: () => ({ root }), realTime: true });
    expect(await kit.call("project_size", {})).toMatchObject({
      status: "tool_error",
      error: { code: "no_files", message: expect.stringContaining("not a git repository") },
    });
  });
});
