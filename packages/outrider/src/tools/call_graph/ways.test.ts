import { describe, expect, test } from "vitest";
import { openKit } from "../../../test/support/outrider-kit.ts";

const app = {
  "app.py": `def save(): pass
def check(): save()
def load(): check()
def main(): load(); check(); other()
def other(): pass
def alone(): save()
`,
  "tests/test_app.py": "from app import load\ndef test_load(): load()\n",
};

describe("the ways between two functions", () => {
  test("from callers: what leads elsewhere is left out", async () => {
    expect(await read({ symbol: "save", to: "main" })).toMatchInlineSnapshot(`
      "Callers of save (app.py:1) on the way to main (app.py:4), syntactic: 1 at level 1, 2 at level 2, 1 at level 3.
      check app.py:2 (call at 2)
       load app.py:3 (call at 3)
        main app.py:4 (call at 4)
       main app.py:4 (call at 4)"
    `);
  });

  test("to callees", async () => {
    expect(await read({ symbol: "main", to: "save", direction: "callees" })).toMatchInlineSnapshot(`
      "Callees of main (app.py:4) on the way to save (app.py:1), syntactic: 2 at level 1, 2 at level 2.
      load app.py:3 (call at 4)
       check app.py:2 (call at 3) see below
      check app.py:2 (call at 4)
       save app.py:1 (call at 2)"
    `);
  });

  test("if there is none, it says among how many functions, and whether longer ones are possible", async () => {
    expect(await read({ symbol: "save", to: "other" })).toMatchInlineSnapshot(
      `"other (app.py:5) is not among 5 callers of save (app.py:1), 3 levels deep, syntactic."`,
    );
    expect(await read({ symbol: "save", to: "main", depth: 1 })).toMatchInlineSnapshot(`
      "main (app.py:4) is not among 2 callers of save (app.py:1), 1 level deep, syntactic.
      [Not followed: 2 functions of level 1. More depth may lead there.]"
    `);
  });

  test("the other end by its file; tests are left out or alone are counted", async () => {
    expect(await read({ symbol: "save", to: "tests/test_app.py#test_load" })).toContain(
      "test_load tests/test_app.py:2",
    );
    expect(await read({ symbol: "save", to: "test_load", tests: "none" })).toContain(
      "test_load (tests/test_app.py:2) is not among",
    );
  });

  test("a name that is none", async () => {
    const kit = await openKit(app);
    expect(await kit.call("call_graph", { symbol: "save", to: "mian" })).toMatchObject({
      error: {
        code: "no_symbol",
        message: expect.stringContaining('"mian"'),
        next: { input: { symbol: "save", to: "app.py#main" } },
      },
    });
  });
});

async function read(input: object): Promise<string> {
  const kit = await openKit(app);
  // The last line says why no server answered.
  return (await kit.read("call_graph", input)).replace(/\nNo language server: .*$/, "");
}
