import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createProcessRunner } from "toolwright/process";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Script, type ScriptedServer, scriptedServer } from "../../../../test/support/scripted-server.ts";
import { openSymbolsKit } from "../../../../test/support/symbols-kit.ts";
import { userConfigSchema } from "../../../workspace/config/user-config.ts";
import { openLanguageServers } from "../../language-servers.ts";
import { uriOf } from "../../server/uri.ts";
import { collectDiagnostics, type CollectOptions } from "./collect-diagnostics.ts";
import type { Collected } from "./file-diagnostics.ts";

const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
const synced = { textDocumentSync: { openClose: true, change: 1 } };
const pulled = { ...synced, diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: false } };
const report = (...messages: readonly string[]) => ({
  reply: { kind: "full", items: messages.map((message) => ({ range, message })) },
});

interface Kit {
  readonly root: string;
  readonly server: ScriptedServer;
  /** Resolves when the server has started: otherwise its start would count as its silence. */
  start(): Promise<void>;
  collect(paths: readonly string[], options?: Partial<CollectOptions>): Promise<Collected>;
}

/** A project whose TypeScript server follows a script, which may name the files of the project. */
async function openKit(script: (uri: (path: string) => string) => Script): Promise<Kit> {
  const { root, project, symbols } = await openSymbolsKit({ "a.ts": "let a = 1;\n", "b.ts": "let b = 2;\n" });
  const real = (path: string): string => `${root.replaceAll("\\", "/")}/${path}`;
  const server = scriptedServer(script((path) => uriOf(real(path))));
  const { servers: user } = userConfigSchema.parse({
    servers: { use: { typescript: { command: server.file, args: [...server.args] } } },
  });
  const processes = createProcessRunner();
  const servers = openLanguageServers({ user, processes, env: process.env });
  onTestFinished(async () => {
    await servers.close();
    await processes.close();
  });
  const ofProject = servers.serversOf(project, symbols);
  return {
    root,
    server,
    async start() {
      const access = await ofProject.forFile("a.ts", { signal: new AbortController().signal, waitMs: 120_000 });
      expect(access.state).toBe("ready");
    },
    collect: (paths, options) =>
      collectDiagnostics(
        ofProject,
        paths.map((path) => ({ path, real: real(path) })),
        { signal: new AbortController().signal, ...options },
      ),
  };
}

const messagesOf = ({ files }: Collected, path: string) => files.get(path)?.items.map(({ message }) => message);

describe("a server that is asked", () => {
  test("gives its report of each file", async () => {
    const kit = await openKit(() => ({
      capabilities: pulled,
      on: { "textDocument/diagnostic": [report("bad", "worse")] },
    }));
    const collected = await kit.collect(["a.ts", "b.ts"]);
    expect(collected).toMatchObject({ unsettled: [], unknown: [] });
    expect(messagesOf(collected, "a.ts")).toEqual(["bad", "worse"]);
    expect(messagesOf(collected, "b.ts")).toEqual(["bad", "worse"]);
  });

  test("leaves a file unsettled when it does not answer in time, and the request is cancelled", async () => {
    const kit = await openKit(() => ({ capabilities: pulled, on: { "textDocument/diagnostic": [] } }));
    await kit.start();
    const collected = await kit.collect(["a.ts"], { waitMs: 700 });
    expect(collected.files.size).toBe(0);
    expect(collected.unsettled).toEqual([{ path: "a.ts", why: expect.stringContaining("textDocument/diagnostic") }]);
    await expect.poll(() => kit.server.received().map(({ method }) => method)).toContain("$/cancelRequest");
  });

  test("may say that it can be asked only after its start", async () => {
    const registrations = [{ id: "1", method: "textDocument/diagnostic", registerOptions: {} }];
    const kit = await openKit(() => ({
      capabilities: synced,
      on: {
        "textDocument/didOpen": [{ wait: 300 }, { ask: "client/registerCapability", params: { registrations } }],
        "textDocument/diagnostic": [report("late")],
      },
    }));
    expect(messagesOf(await kit.collect(["a.ts"]), "a.ts")).toEqual(["late"]);
  });
});

describe("a server that speaks by itself", () => {
  const says = (uri: string, message: string) => ({
    notify: "textDocument/publishDiagnostics",
    params: { uri, diagnostics: [{ range, message }] },
  });

  test("is heard until it has been silent for a while", async () => {
    const kit = await openKit((uri) => ({
      capabilities: synced,
      on: { "textDocument/didOpen": [says(uri("a.ts"), "first"), { wait: 200 }, says(uri("a.ts"), "last")] },
    }));
    await kit.start();
    const collected = await kit.collect(["a.ts"], { settleMs: 3_000 });
    expect(messagesOf(collected, "a.ts")).toEqual(["last"]);
    expect(collected.unsettled).toEqual([]);
  });

  test("leaves a file unsettled that it has not spoken of, and one of which it never stops to speak", async () => {
    const silent = await openKit((uri) => ({
      capabilities: synced,
      on: { "textDocument/didOpen": [says(uri("b.ts"), "other")] },
    }));
    await silent.start();
    const some = await silent.collect(["a.ts", "b.ts"], { settleMs: 100, waitMs: 600 });
    expect(some.unsettled.map(({ path, why }) => `${path}: ${why}`)).toContainEqual(
      expect.stringMatching(/^a\.ts: .*has not spoken of it$/),
    );
    const busy = await openKit((uri) => ({
      capabilities: synced,
      on: { "textDocument/didOpen": [{ ...says(uri("a.ts"), "again"), perSecond: 50 }] },
      record: false,
    }));
    await busy.start();
    const all = await busy.collect(["a.ts"], { settleMs: 1_000, waitMs: 3_000 });
    expect(messagesOf(all, "a.ts")).toEqual(["again"]);
    expect(all.unsettled).toEqual([{ path: "a.ts", why: expect.stringContaining("goes on changing") }]);
  });

  test("has to speak anew of a text that changed: what it said before does not count", async () => {
    const kit = await openKit((uri) => ({
      capabilities: synced,
      on: {
        "textDocument/didOpen": [says(uri("a.ts"), "of the old text")],
        "textDocument/didChange": [[], [says(uri("a.ts"), "of the new text")]],
      },
    }));
    await kit.start();
    expect(messagesOf(await kit.collect(["a.ts"], { settleMs: 50 }), "a.ts")).toEqual(["of the old text"]);
    writeFileSync(join(kit.root, "a.ts"), "let a = 22;\n");
    const stale = await kit.collect(["a.ts"], { settleMs: 50, waitMs: 500 });
    expect(stale.files.size).toBe(0);
    expect(stale.unsettled).toHaveLength(1);
    writeFileSync(join(kit.root, "a.ts"), "let a = 333;\n");
    expect(messagesOf(await kit.collect(["a.ts"], { settleMs: 50 }), "a.ts")).toEqual(["of the new text"]);
  });

  test("that dies while it is waited for is told at once", async () => {
    const kit = await openKit((uri) => ({
      capabilities: synced,
      on: { "textDocument/didOpen": [says(uri("b.ts"), "x"), { wait: 300 }, { crash: true }] },
    }));
    // Longer than any test may take: who waited for it would never end.
    const { unsettled, files } = await kit.collect(["a.ts"], { waitMs: 600_000 });
    expect(files.size).toBe(0);
    expect(unsettled).toEqual([{ path: "a.ts", why: expect.stringMatching(/ended|gone/) }]);
  });
});

test("a cancel ends the wait at once", async () => {
  const kit = await openKit(() => ({ capabilities: pulled, on: { "textDocument/diagnostic": [] } }));
  const controller = new AbortController();
  const collecting = kit.collect(["a.ts"], { signal: controller.signal });
  setTimeout(() => controller.abort(new Error("enough")), 800);
  await expect(collecting).rejects.toThrow("enough");
});
