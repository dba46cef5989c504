import { expect, test } from "vitest";
import { scriptedServer } from "../../../test/support/scripted-server.ts";
import { scriptedSpec } from "../../lsp/server/scripted.test-kit.ts";
import { openEditKit } from "../actions/actions.test-kit.ts";
import { listActions } from "../actions/list-actions.ts";
import { watchProblems } from "./compare-problems.ts";

const nothing = new Map<string, string>();
const tsconfig = JSON.stringify({ compilerOptions: { strict: true, module: "preserve", noEmit: true, types: [] } });

test("TypeScript: new problems of users are told, fixed ones counted, those that stay are neither", async () => {
  const store = "export function get(key: string): string {\n  return key;\n}\n";
  const user = 'import { get } from "./store";\n\nlet wrong: number = "x";\nlet twice: number = "x";\nget("a");\n';
  const kit = await openEditKit(
    { "tsconfig.json": tsconfig, "store.ts": store, "user.ts": user, "old.ts": 'export const n: number = "s";\n' },
    { servers: ["typescript"] },
  );
  const paths = ["store.ts", "user.ts", "old.ts", "made.ts", "gone.ts"];
  kit.write({ "gone.ts": "let g: number = 'x';\nexport {};\n" });
  const watch = await watchProblems(kit.context, paths, 30_000);
  kit.write({
    "store.ts": store.replace("key: string", "key: number").replace("return key", "return String(key)"),
    // The same problems some lines below, and one of them gone.
    "user.ts": `// moved\n\n\n${user.replace('twice: number = "x"', "twice: number = 1")}`,
    "new/old.ts": 'export const n: number = "s";\n',
    "made.ts": "export const m: number = 'x';\n",
  });
  kit.remove("old.ts");
  kit.remove("gone.ts");
  const change = await watch.compare(new Map([["old.ts", "new/old.ts"]]));
  expect(change).toEqual({
    added: [
      expect.stringMatching(/^user\.ts:8:5 error TS2345 Argument of type 'string' is not assignable/),
      expect.stringMatching(/^made\.ts:1:14 error TS2322 Type 'string' is not assignable/),
    ],
    addedErrors: 2,
    addedWarnings: 0,
    fixedErrors: 1,
    fixedWarnings: 0,
    compared: 4,
    unknown: undefined,
  });

  const again = await watchProblems(kit.context, ["store.ts", "user.ts"], 30_000);
  kit.write({ "store.ts": store });
  expect(await again.compare(nothing)).toMatchObject({ addedErrors: 0, fixedErrors: 1, compared: 2, added: [] });

  const ending = new AbortController();
  const ended = await watchProblems({ ...kit.context, signal: ending.signal }, ["store.ts"], 30_000);
  ending.abort(new Error("enough"));
  await expect(ended.compare(nothing)).rejects.toThrow("enough");
});

test("Pyright: a changed signature is told at its callers", async () => {
  const kit = await openEditKit(
    {
      "store.py": "def get(key: str) -> str:\n    return key\n",
      "user.py": 'from store import get\n\nget("a")\nnumber: int = "x"\n',
    },
    { servers: ["pyright"] },
  );
  const watch = await watchProblems(kit.context, ["store.py", "user.py"], 60_000);
  kit.write({ "store.py": "def get(key: str, more: int) -> str:\n    return key\n" });
  expect(await watch.compare(nothing)).toMatchObject({
    added: [expect.stringMatching(/^user\.py:3:1 error reportCallIssue Argument missing for parameter "more"$/)],
    addedErrors: 1,
    fixedErrors: 0,
    compared: 2,
    unknown: undefined,
  });
  expect(await listActions(kit.context, { path: "user.py", symbol: undefined })).toMatchObject({ actions: [] });
});

test("a server that is still starting leaves it unknown, and languages without one are silent beside others", async () => {
  const program = scriptedServer({
    capabilities: { textDocumentSync: 1, diagnosticProvider: {} },
    on: { initialize: [] },
  });
  const kit = await openEditKit(
    { "a.ts": "let a = 1;\n", "b.md": "# B\n" },
    { specs: [scriptedSpec], servers: [{ id: "scripted", file: program.file, args: program.args }] },
  );
  const watch = await watchProblems(kit.context, ["a.ts", "b.md"], 600);
  kit.write({ "a.ts": "let a = ;\n" });
  const change = await watch.compare(nothing);
  expect(change).toMatchObject({ compared: 0, added: [], addedErrors: 0, fixedErrors: 0 });
  expect(change.unknown).toBe("1 file not compared: Scripted is still loading (starting Scripted).");

  const others = await watchProblems(kit.context, ["b.md"], 600);
  expect(await others.compare(nothing)).toMatchObject({
    compared: 0,
    unknown: "1 file not compared: no language server is known for Markdown.",
  });
});

test("a server that hangs or dies after the edit is said, and the rest of the answer stands", async () => {
  const report = { reply: { kind: "full", items: [] } };
  for (const [after, why] of [
    [[], /no answer|not asked in the time/],
    [[{ crash: true as const }], /gone|ended/],
  ] as const) {
    const program = scriptedServer({
      capabilities: { textDocumentSync: 1, diagnosticProvider: {} },
      on: { "textDocument/diagnostic": [[report], [report], [...after]] },
    });
    const kit = await openEditKit(
      { "a.ts": "let a = 1;\n" },
      { specs: [scriptedSpec], servers: [{ id: "scripted", file: program.file, args: program.args }] },
    );
    // So that it runs before the time is short.
    await watchProblems(kit.context, ["a.ts"], 30_000);
    const watch = await watchProblems(kit.context, ["a.ts"], 3_000);
    kit.write({ "a.ts": "let a = 2;\n" });
    const change = await watch.compare(nothing);
    expect(change).toMatchObject({ compared: 0, added: [], fixedErrors: 0 });
    expect(change.unknown).toMatch(why);
  }
});
