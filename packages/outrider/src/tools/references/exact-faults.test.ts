import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { openKit, type OutriderKit } from "../../../test/support/outrider-kit.ts";
import { type Script, type ScriptedServer, scriptedServer } from "../../../test/support/scripted-server.ts";

const files = {
  "a.py": "def run(x):\n    return x\n",
  "b.py": "from a import run\nrun(1)\n",
  "c.py": "class Box:\n    def run(self):\n        return self.run()\n",
  ".gitignore": "build/\n",
  "build/b.py": "from a import run\nrun(1)\n",
  ".env": "run=hunter2\n",
};

const asked = "textDocument/references";

/** A server that does what the script says, under the name of one that is known; `reply` gets the address of a file. */
async function openScripted(script: Script | ((uri: (path: string) => string) => Script)): Promise<{
  readonly kit: OutriderKit;
  readonly server: ScriptedServer;
}> {
  const server = scriptedServer(typeof script === "function" ? {} : script);
  const kit = await openKit(files, {
    servers: [{ id: "ty", file: server.file, args: server.args }],
    prepare({ root }) {
      if (typeof script !== "function") return;
      const run = script((path) => pathToFileURL(join(root, path)).href);
      writeFileSync(server.args[1] ?? "", JSON.stringify({ runs: [run] }));
    },
  });
  return { kit, server };
}

function timesAsked(server: ScriptedServer): number {
  return server.received().filter(({ method }) => method === asked).length;
}

const place = (uri: string, line: number, from: number, to: number) => ({
  uri,
  range: { start: { line, character: from }, end: { line, character: to } },
});

describe("a server that cannot be trusted", () => {
  test("one that answers with nothing is asked again, replaced, asked again, and then not believed", async () => {
    const { kit, server } = await openScripted({ on: { [asked]: [{ reply: [] }] } });
    expect(await kit.read("references", { symbol: "run", path: "a.py" })).toMatchInlineSnapshot(`
      "2 references in 1 file to run (a.py:1), syntactic: all by scope or import.
      No language server: the answer of ty 1.0 lacks the symbol itself. 5 places with the name: 1 declared, 2 sure, 2 something else (1 declared elsewhere, 1 members of something else). 1 other symbol has this name: c.py Box/run 2.
      b.py
       1: from a import run
       2: run(1)"
    `);
    expect(timesAsked(server)).toBe(4);
    expect(server.events().filter(({ event }) => event === "started")).toHaveLength(2);
    // Nor is each further question the end of a server that others use.
    expect(await kit.read("references", { symbol: "Box/run", path: "c.py" })).toContain("lacks the symbol itself");
    expect(server.events().filter(({ event }) => event === "started")).toHaveLength(2);
  });

  test("one that is right after a restart is believed", async () => {
    const server = scriptedServer([{ on: { [asked]: [{ reply: null }] } }, {}]);
    const kit = await openKit(files, { servers: [{ id: "ty", ...server }] });
    const text = await kit.read("references", { symbol: "run", path: "a.py" });
    expect(text.split("\n")[0]).toMatchInlineSnapshot(`"3 references in 2 files to run (a.py:1), complete by ty 1.0."`);
  });

  test("one that crashes on the question is named as the reason", async () => {
    const { kit } = await openScripted({ on: { [asked]: [{ crash: true }] } });
    expect(await kit.read("references", { symbol: "run", path: "a.py" })).toMatchInlineSnapshot(`
      "2 references in 1 file to run (a.py:1), syntactic: all by scope or import.
      No language server: ty ended: its output ended; it was ended by SIGKILL. 5 places with the name: 1 declared, 2 sure, 2 something else (1 declared elsewhere, 1 members of something else). 1 other symbol has this name: c.py Box/run 2.
      b.py
       1: from a import run
       2: run(1)"
    `);
  });

  test("its own errors are the reason", async () => {
    const { kit } = await openScripted({
      on: { [asked]: [{ error: { code: -32603, message: "out of \u001b[31mluck" } }] },
    });
    const text = await kit.read("references", { symbol: "run", path: "a.py" });
    expect(text.split("\n").slice(0, 2)).toMatchInlineSnapshot(`
      [
        "2 references in 1 file to run (a.py:1), syntactic: all by scope or import.",
        "No language server: it failed: out of \\u001b[31mluck. 5 places with the name: 1 declared, 2 sure, 2 something else (1 declared elsewhere, 1 members of something else). 1 other symbol has this name: c.py Box/run 2.",
      ]
    `);
  });

  test("one that does not start in time gives the answer by syntax, with progress meanwhile", async () => {
    const { kit } = await openScripted({ on: { initialize: [] } });
    const told: unknown[] = [];
    const text = await kit.read(
      "references",
      { symbol: "run", path: "a.py" },
      { onProgress: ({ message }) => told.push(message) },
    );
    expect(text.split("\n").slice(0, 2)).toMatchInlineSnapshot(`
      [
        "2 references in 1 file to run (a.py:1), syntactic: all by scope or import.",
        "No language server: ty is still loading (starting ty). 5 places with the name: 1 declared, 2 sure, 2 something else (1 declared elsewhere, 1 members of something else). 1 other symbol has this name: c.py Box/run 2.",
      ]
    `);
    expect(told).toContain("The language server loads: starting ty");
  });
});

describe("places", () => {
  test("outside ones are counted, ignored ones named, garbage makes it partial, secrets stay unseen", async () => {
    const { kit } = await openScripted((uri) => ({
      on: {
        [asked]: [
          {
            reply: [
              place(uri("a.py"), 0, 4, 7),
              place(uri("b.py"), 0, 14, 17),
              place(uri("b.py"), 0, 14, 17),
              place(uri("build/b.py"), 1, 0, 3),
              place(uri(".env"), 0, 0, 3),
              place(uri("../elsewhere/lib.py"), 3, 0, 3),
              { uri: "jdt://contents/run.class", range: place("", 0, 0, 1).range },
              place(uri("b.py"), 1, 3, 0),
              place(uri("b.py"), -1, 0, 3),
              place(uri("b.py"), 900, 0, 3),
              { uri: 7 },
              null,
            ],
          },
        ],
      },
    }));
    const text = await kit.read("references", { symbol: "run", path: "a.py" });
    expect(text).toMatchInlineSnapshot(`
      "3 references in 2 files to run (a.py:1), partial by ty 1.0: 5 places of its answer not found in the text; 1 place in files that may not be seen; 3 places with the name not checked; syntax sees 1 more: b.py:2; ~ marks 2 that it leaves open.
      2 more places outside of the project. In ignored files: build/b.py 1. 2 places with this name mean something else. 1 other symbol has this name: c.py Box/run 2.
      b.py
       1: from a import run
      ~2: run(1)
      c.py
      ~3: return self.run() [Box/run]"
    `);
    expect(text).not.toContain("hunter2");
  });

  test("places with a name that nobody gave the symbol make the answer partial", async () => {
    const { kit } = await openScripted((uri) => ({
      capabilities: { textDocumentSync: 1, referencesProvider: true, definitionProvider: true },
      on: {
        [asked]: [
          {
            reply: [
              place(uri("a.py"), 0, 4, 7),
              place(uri("b.py"), 0, 14, 17),
              place(uri("b.py"), 1, 0, 3),
              place(uri("b.py"), 0, 5, 6),
            ],
          },
        ],
        "textDocument/definition": [{ reply: place(uri("c.py"), 1, 8, 11) }],
      },
    }));
    const text = await kit.read("references", { symbol: "run", path: "a.py" });
    expect(text.split("\n")[0]).toMatchInlineSnapshot(
      `"3 references in 1 file to run (a.py:1), partial by ty 1.0: 1 place of its answer has another name: b.py:1 a; ~ marks 1 that it leaves open."`,
    );
  });

  test("what syntax is sure of and the server denies is told", async () => {
    const { kit } = await openScripted((uri) => ({
      capabilities: { textDocumentSync: 1, referencesProvider: true, definitionProvider: true },
      on: {
        [asked]: [{ reply: [place(uri("a.py"), 0, 4, 7)] }],
        "textDocument/definition": [{ reply: [] }],
      },
    }));
    expect(await kit.read("references", { symbol: "run", path: "a.py" })).toMatchInlineSnapshot(`
      "No confirmed references to run (a.py:1), partial by ty 1.0: syntax sees 2 more: b.py:1, b.py:2. The word stands in 3 files.
      2 places with this name mean something else. 1 other symbol has this name: c.py Box/run 2."
    `);
  });

  test("what the server shows to mean something else is no gap", async () => {
    const { kit } = await openScripted((uri) => ({
      capabilities: { textDocumentSync: 1, referencesProvider: true, definitionProvider: true },
      on: {
        [asked]: [{ reply: [place(uri("a.py"), 0, 4, 7)] }],
        "textDocument/definition": [{ reply: place(uri("c.py"), 1, 8, 11) }],
      },
    }));
    expect(await kit.read("references", { symbol: "run", path: "a.py" })).toMatchInlineSnapshot(`
      "No references to run (a.py:1), complete by ty 1.0. The word stands in 3 files.
      4 places with this name mean something else. 1 other symbol has this name: c.py Box/run 2."
    `);
  });
});

test("a cancel reaches the server, and its late answer is not used", async () => {
  const { kit, server } = await openScripted({
    on: { [asked]: [[{ wait: 60_000 }, { reply: [] }], [{ places: true }]] },
  });
  const controller = new AbortController();
  const running = kit.call("references", { symbol: "run", path: "a.py" }, { signal: controller.signal });
  await expect.poll(() => timesAsked(server), { timeout: 60_000 }).toBe(1);
  controller.abort();
  expect((await running).status).toBe("cancelled");
  await expect.poll(() => server.received().some(({ method }) => method === "$/cancelRequest")).toBe(true);
  expect(await kit.read("references", { symbol: "run", path: "a.py" })).toContain("by ty");
});
