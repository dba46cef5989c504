import { expect, test } from "vitest";
import { startScripted } from "./scripted.test-kit.ts";
import { signal } from "./server.test-kit.ts";
import { uriOf } from "./uri.ts";

const none = { added: [], changed: [], removed: [] };

test("every request of a server is answered in its form", async () => {
  const items = [{ section: "a.b" }, { section: "x.y.z" }, { section: "gone" }, {}, null];
  const settings = { a: { b: 1 }, "x.y": { z: [2] } };
  const asks = [
    { ask: "workspace/configuration", params: { items } },
    { ask: "workspace/workspaceFolders" },
    { ask: "window/workDoneProgress/create", params: { token: 1 } },
    { ask: "workspace/applyEdit", params: { edit: {} } },
    { ask: "window/showMessageRequest", params: {} },
    { ask: "window/showDocument", params: {} },
    { ask: "workspace/semanticTokens/refresh" },
    { ask: "workspace/unheard" },
  ];
  const { script, root } = await startScripted({ on: { initialized: asks } }, { settings });
  await expect.poll(() => script.answers().length).toBe(asks.length);
  expect(script.answers().map(({ result, error }) => error ?? result)).toEqual([
    [1, [2], null, settings, settings],
    [{ uri: uriOf(root), name: "project" }],
    null,
    { applied: false, failureReason: expect.any(String) },
    null,
    { success: false },
    null,
    { code: -32601, message: expect.stringContaining("workspace/unheard") },
  ]);
});

test("what is registered and taken back while it runs counts", async () => {
  const registration = { id: "r", method: "textDocument/rename" };
  const { server } = await startScripted({
    on: {
      initialized: [{ ask: "client/registerCapability", params: { registrations: [registration] } }],
      "x/back": [{ ask: "client/unregisterCapability", params: { unregisterations: [registration] } }, { reply: null }],
    },
    capabilities: { callHierarchyProvider: true, renameProvider: false, hoverProvider: {} },
  });
  await expect.poll(() => server.supports("textDocument/rename")).toBe(true);
  await server.request("x/back", {}, { signal });
  expect(server.supports("textDocument/rename")).toBe(false);
  expect(server.supports("callHierarchy/incomingCalls")).toBe(true);
  expect(server.supports("textDocument/hover")).toBe(true);
  expect(server.supports("textDocument/references")).toBe(false);
});

test("documents are opened, changed and closed with their languages and versions, and nothing is told twice", async () => {
  const { server, script, path, write } = await startScripted(
    { capabilities: { textDocumentSync: 1 } },
    { files: { "a.ts": "1\n", "b.py": "2\n" } },
  );
  const told = () =>
    script
      .received()
      .flatMap(({ method = "", params }) => (/\/did/.test(method) ? [{ method, params }] : []))
      .slice(1);
  const a = { uri: uriOf(path("a.ts")) };
  await server.open([path("a.ts"), path("b.py")], { signal });
  await server.open([path("a.ts")], { signal });
  write({ "a.ts": "new" });
  await server.tellChanges({ ...none, changed: [path("a.ts"), path("b.py")] });
  await server.tellChanges({ ...none, removed: [path("a.ts")] });
  await server.request("x/end", {}, { signal }).catch(() => {});
  const open = { version: 1, uri: uriOf(path("b.py")), languageId: "python", text: "2\n" };
  expect(told()).toEqual([
    {
      method: "textDocument/didOpen",
      params: { textDocument: { ...a, version: 1, languageId: "typescript", text: "1\n" } },
    },
    { method: "textDocument/didOpen", params: { textDocument: open } },
    {
      method: "textDocument/didChange",
      params: { textDocument: { ...a, version: 2 }, contentChanges: [{ text: "new" }] },
    },
    {
      method: "workspace/didChangeWatchedFiles",
      params: {
        changes: [
          { ...a, type: 2 },
          { uri: open.uri, type: 2 },
        ],
      },
    },
    { method: "textDocument/didClose", params: { textDocument: a } },
    { method: "workspace/didChangeWatchedFiles", params: { changes: [{ ...a, type: 3 }] } },
  ]);
});

test("floods of log messages, diagnostics and progress leave it answering and its log bounded", async () => {
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
  const diagnostics = Array.from({ length: 1000 }, () => ({ range, message: "bad" }));
  const { server, references, path } = await startScripted(
    {
      on: {
        initialized: [
          { notify: "window/logMessage", params: { type: 3, message: "x".repeat(300) }, times: 5000 },
          { notify: "textDocument/publishDiagnostics", params: { uri: "file:///a.ts", diagnostics }, times: 100 },
          { notify: "$/progress", params: { token: "t", value: { kind: "begin", title: "for ever" } }, times: 5000 },
          { stderr: "y".repeat(1_000_000) },
          { notify: "window/logMessage", params: { type: 1, message: "last" } },
        ],
      },
      record: false,
    },
    { files: { "a.ts": "used\n" } },
  );
  await expect.poll(() => server.log().includes("[error] last"), { timeout: 60_000 }).toBe(true);
  await server.open([path("a.ts")], { signal });
  expect(await references("a.ts", { line: 0, character: 0 })).toEqual(["a.ts:1:0"]);
  expect(server.log().join("").length).toBeLessThan(70_000);
});
