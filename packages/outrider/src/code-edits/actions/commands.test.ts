import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Script, scriptedServer } from "../../../test/support/scripted-server.ts";
import { scriptedSpec } from "../../lsp/server/scripted.test-kit.ts";
import { uriOf } from "../../lsp/server/uri.ts";
import { type EditKit, openEditKit } from "./actions.test-kit.ts";
import { openDraft } from "../draft.ts";
import { listActions } from "./list-actions.ts";
import { planAction } from "./plan-action.ts";

const text = "export const one = 1;\n";
const insert = { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, newText: "// new\n" };
const listed = {
  title: "By command",
  kind: "quickfix",
  command: { title: "", command: "scripted.edit", arguments: [1] },
};
const unlisted = { title: "By another", kind: "source", command: { title: "", command: "scripted.install" } };
const asking = { title: "To a file", kind: "source", command: "scripted.ask" };
const resolved = { title: "In two steps", kind: "source", data: 7 };
const commands = { edits: ["scripted.edit"], asks: { "scripted.ask": "it asks for a file" } };

/** The script is written again once there is a project: only then is the address of the file known. */
async function openScripted(scriptFor: (uri: string) => NonNullable<Script["on"]>) {
  const capabilities = {
    textDocumentSync: 1,
    codeActionProvider: { resolveProvider: true },
    executeCommandProvider: { commands: [] },
    diagnosticProvider: {},
  };
  const answersFor = (uri: string): NonNullable<Script["on"]> => ({
    "textDocument/diagnostic": [{ reply: { kind: "full", items: [] } }],
    "textDocument/codeAction": [{ reply: [listed, unlisted, asking, resolved] }],
    "codeAction/resolve": [{ echo: true as const }],
    ...scriptFor(uri),
  });
  const directory = mkdtempSync(join(tmpdir(), "scripted-server-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));
  const program = scriptedServer({}, directory);
  const kit = await openEditKit(
    { "a.ts": text },
    {
      specs: [{ ...scriptedSpec, commands }],
      servers: [{ id: "scripted", file: program.file, args: program.args }],
      readyMs: 60_000,
    },
  );
  scriptedServer({ capabilities, on: answersFor(uriOf(join(kit.root, "a.ts"))) }, directory);
  return { kit, program };
}

async function apply(kit: EditKit, title: RegExp) {
  const { actions } = await listActions(kit.context, { path: "a.ts", symbol: undefined });
  const id = actions.find((each) => title.test(each.title))?.id ?? "";
  return await kit.plan({ path: "a.ts", id });
}

test("a command that only gives edits is run, and its edit taken; what comes unasked is refused", async () => {
  const { kit, program } = await openScripted((uri) => {
    const edit = { changes: { [uri]: [insert] } };
    return {
      initialized: [{ ask: "workspace/applyEdit", params: { edit } }],
      "workspace/executeCommand": [
        { ask: "workspace/applyEdit", params: { edit } },
        { reply: null },
        { wait: 200 },
        { ask: "workspace/applyEdit", params: { edit } },
      ],
    };
  });
  expect((await apply(kit, /By command/)).texts).toEqual({ "a.ts": `// new\n${text}` });
  const asked = (): readonly unknown[] =>
    program.answers().flatMap(({ method, result }) => (method === "workspace/applyEdit" ? [result] : []));
  await expect
    .poll(asked)
    .toEqual([
      { applied: false, failureReason: "Nobody asked for this edit." },
      { applied: true },
      { applied: false, failureReason: "Nobody asked for this edit." },
    ]);
  const run = program.received().find(({ method }) => method === "workspace/executeCommand");
  expect(run?.params).toEqual({ command: "scripted.edit", arguments: [1] });
});

test("edits in several steps, and commands without any, are refused", async () => {
  const ask = { ask: "workspace/applyEdit", params: { edit: { changes: {} } } };
  const { kit } = await openScripted(() => ({
    "workspace/executeCommand": [[ask, ask, { reply: null }], [{ reply: null }]],
  }));
  await expect(apply(kit, /By command/)).rejects.toMatchObject({
    code: "not_an_edit",
    message: expect.stringContaining("several steps"),
  });
  await expect(apply(kit, /By command/)).rejects.toMatchObject({
    code: "not_an_edit",
    message: expect.stringContaining("asked for no edit"),
  });
});

test("an edit is made without the command behind it, which is said; one that breaks the file is not made", async () => {
  const breaking = { ...insert, newText: "export function {\n" };
  const { kit, program } = await openScripted((uri) => ({
    "textDocument/codeAction": [
      {
        reply: [
          { ...unlisted, title: "Whole", edit: { changes: { [uri]: [insert] } } },
          { title: "Torn", kind: "source", edit: { changes: { [uri]: [breaking] } } },
          { title: "Elsewhere", kind: "source", edit: { changes: { "file:///etc/hosts": [insert] } } },
        ],
      },
    ],
  }));
  const planned = await apply(kit, /Whole/);
  expect(planned.texts).toEqual({ "a.ts": `// new\n${text}` });
  expect(planned.notes).toEqual(["Its command scripted.install, to follow the edit, was not run."]);
  await expect(apply(kit, /Torn/)).rejects.toMatchObject({ code: "broken_syntax" });
  await expect(apply(kit, /Elsewhere/)).rejects.toMatchObject({ name: "ToolError" });
  expect(program.received().filter(({ method }) => method === "workspace/executeCommand")).toEqual([]);
});

test("other commands are never run", async () => {
  const { kit, program } = await openScripted(() => ({}));
  const { actions } = await listActions(kit.context, { path: "a.ts", symbol: undefined });
  expect(actions.map(({ title, disabled }) => [title, disabled])).toEqual([
    ["By command", undefined],
    ["In two steps", undefined],
    ["By another", "it is the command scripted.install, which is not known to be an edit alone"],
    ["To a file", "it asks for a file"],
  ]);
  for (const title of [/By another/, /To a file/, /In two steps/])
    await expect(apply(kit, title)).rejects.toMatchObject({ code: "not_an_edit" });
  expect(program.received().filter(({ method }) => method === "workspace/executeCommand")).toEqual([]);
});

test("a server that dies or fails is an answer, not a hang", async () => {
  const failing = await openScripted(() => ({
    "textDocument/codeAction": [{ error: { code: -32603, message: "sorry" } }],
  }));
  await expect(listActions(failing.kit.context, { path: "a.ts", symbol: undefined })).rejects.toMatchObject({
    code: "server_failed",
    message: expect.stringContaining("sorry"),
  });
  const dying = await openScripted(() => ({ "workspace/executeCommand": [{ crash: true }] }));
  await expect(apply(dying.kit, /By command/)).rejects.toMatchObject({ code: "server_failed" });
});

test("a server that never answers is given up in time, and is not asked again", async () => {
  const { kit, program } = await openScripted(() => ({ "workspace/executeCommand": [] }));
  const id = await kit.idOf({ path: "a.ts" }, /By command/);
  const edit = { action: "actions" as const, path: "a.ts", symbol: undefined, expect: undefined, id };
  const impatient = { ...kit.context, readyMs: 0 };
  await expect(planAction(impatient, openDraft(impatient), edit)).rejects.toMatchObject({
    code: "server_failed",
  });
  // Whatever it still wants to change would look like the answer to the next command.
  await listActions(kit.context, { path: "a.ts", symbol: undefined });
  expect(program.received().filter(({ method }) => method === "initialize")).toHaveLength(2);
});
