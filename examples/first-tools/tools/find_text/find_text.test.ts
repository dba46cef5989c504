import { harness, testTool } from "toolwright/testing";
import { describe, expect, test } from "vitest";
import { format } from "./format.ts";
import { parseMatches } from "./handler.ts";
import findText from "./index.ts";

const services = () => ({ root: process.cwd() });
// A few calls at once are enough here, and the machine that runs this may be busy.
const options = { test, services, callsAtOnce: 10, blockMs: 5_000, exampleMs: 60_000 };

describe("find_text", () => {
  testTool(findText, options);

  test("finds this very line", async () => {
    await using kit = harness([findText], { services, realTime: true });
    const outcome = await kit.call("find_text", { text: "finds this very line", path: "examples" });
    expect(outcome).toMatchObject({
      status: "ok",
      value: { matches: [{ file: expect.stringContaining("find_text.test.ts") }, {}] },
    });
  });

  test("says that there is nothing, which is no error", async () => {
    await using kit = harness([findText], { services, realTime: true });
    expect(await kit.call("find_text", { text: ["no such", "text anywhere"].join(" ") })).toMatchObject({
      status: "ok",
      text: "No matches.",
    });
  });

  test("a path that is not there is an error that names the search without it", async () => {
    await using kit = harness([findText], { services, realTime: true });
    expect(await kit.call("find_text", { text: "import", path: "no/such" })).toMatchObject({
      status: "tool_error",
      error: {
        code: "no_path",
        message: 'There is no file or directory "no/such".',
        next: { tool: "find_text", input: { text: "import" } },
      },
    });
  });

  test("text of several lines is refused, since git would look for any of them", async () => {
    await using kit = harness([findText], { services, realTime: true });
    expect(await kit.call("find_text", { text: "one\ntwo" })).toMatchObject({
      status: "invalid_input",
      error: { message: expect.stringContaining("expected text of one line; search for one line at a time") },
    });
  });

  test("takes hostile text literally", async () => {
    await using kit = harness([findText], { services, realTime: true });
    for (const text of ["--open-files-in-pager=touch hacked", "$(touch hacked)", "; touch hacked"]) {
      expect((await kit.call("find_text", { text, path: "packages/toolwright/src/tool" })).status).toBe("ok");
    }
  });

  test("groups by file and tells what is left out", () => {
    expect(
      format({
        matches: parseMatches("a.ts\0 3\0  one\na.ts\u00007\0two\nb.ts\u00001\0three\0four\n"),
        overflow: { shown: 3, total: 9, hint: "Narrow.", next_offset: 3 },
      }),
    ).toBe("a.ts\n  3: one\n  7: two\nb.ts\n  1: three\0four\n3 of 9 matches. Narrow. Next offset: 3.");
  });
});
