import { rmSync } from "node:fs";
import { join } from "node:path";
import { renderOutcome } from "toolwright";
import { harness } from "toolwright/testing";
import { testConformance } from "../../../../toolwright/test/test-tool.ts";
import { expect, onTestFinished, test } from "vitest";
import { openTestWorkspace, testCaller } from "../../../test/support/test-workspace.ts";
import { makeTempPlace, writeFiles } from "../../../test/support/temp-project.ts";
import { openMemoryStores } from "../../memory/open-memory-stores.ts";
import { nextSteps } from "../next-steps.ts";
import memory from "./index.ts";

function openKit(files: Record<string, string> = {}, options: Parameters<typeof openTestWorkspace>[1] = {}) {
  const opened = openTestWorkspace(files, options);
  const stores = openMemoryStores();
  onTestFinished(() => stores.close());
  const services = () => ({ workspace: opened.workspace.session(testCaller), memoryOf: stores.memoryOf });
  const kit = harness([memory], { services, nextSteps, realTime: true });
  onTestFinished(() => kit.close());
  const say = async (input: object): Promise<string> => {
    const text = renderOutcome(await kit.call("memory", input));
    return text.replaceAll(/\d{4}-\d\d-\d\d/g, "DATE");
  };
  return { ...opened, kit, say, services };
}

testConformance(memory, { services: () => openKit({ "src/a.ts": "a" }).services(), nextSteps });

test("what a model sees of writing, listing, reading, searching and deleting", async () => {
  const { say, root } = openKit({ "src/lock.ts": "lock\n", "src/ci.ts": "ci\n" });
  const answers = [
    await say({ action: "list" }),
    await say({ action: "write", topic: "build/ci", content: "# How CI runs\n\nSee src/ci.ts.\n" }),
    await say({ action: "write", topic: "locks", content: "`acquireLock` in src/lock.ts waits 10 s.", private: true }),
  ];
  writeFiles(root, { "src/ci.ts": "other\n" });
  rmSync(join(root, "src/lock.ts"));
  answers.push(
    await say({ action: "list" }),
    await say({ action: "list", topic: "build/" }),
    await say({ action: "list", topic: "none" }),
    await say({ action: "read", topic: "build/ci" }),
    await say({ action: "search", query: "acquire" }),
    await say({ action: "search", query: "zebra" }),
    await say({ action: "delete", topic: "locks" }),
  );
  expect(answers.join("\n---\n")).toMatchInlineSnapshot(`
    "No memories yet.
    ---
    Written: build/ci, DATE
    ---
    Written: locks (private), DATE
    ---
    build/ci: How CI runs (may be out of date: src/ci.ts changed)
    locks (private) (may be out of date: src/lock.ts gone)
    ---
    build/ci: How CI runs (may be out of date: src/ci.ts changed)
    ---
    No memories below "none".
    ---
    [build/ci, DATE (may be out of date: src/ci.ts changed)]
    # How CI runs

    See src/ci.ts.

    ---
    locks (private):1: \`acquireLock\` in src/lock.ts waits 10 s. (may be out of date: src/lock.ts gone)
    ---
    Nothing found.
    ---
    Deleted: locks"
  `);
});

test("a note is found by what it means, unless that is switched off", async () => {
  const files = { ".outrider/memories/sessions.md": "# Authentication tokens\n\nThey expire; passwords are hashed.\n" };
  const found = await openKit(files).say({ action: "search", query: "login credentials" });
  expect(found).toBe("sessions:1: # Authentication tokens");
  const stores = openMemoryStores({ byMeaning: false });
  onTestFinished(() => stores.close());
  const project = await openTestWorkspace(files).workspace.session(testCaller).project();
  expect(await stores.memoryOf(project).search("login credentials", 5, new AbortController().signal)).toEqual({
    hits: [],
    total: 0,
  });
});

test("errors say what an action needs", async () => {
  const { say } = openKit();
  await say({ action: "write", topic: "build/ci", content: "x" });
  const answers = [
    await say({ action: "write", topic: "a" }),
    await say({ action: "write" }),
    await say({ action: "search", topic: "a" }),
    await say({ action: "list", query: "a" }),
    await say({ action: "read", topic: "build/cli" }),
    await say({ action: "write", topic: "../x", content: "x" }),
    await say({ action: "remember", topic: "x" }),
  ];
  expect(answers.join("\n---\n")).toMatchInlineSnapshot(`
    "write needs content; it takes topic, content, private, anchors.
    ---
    write needs topic and content; it takes topic, content, private, anchors.
    ---
    search needs query; it takes query, private, offset, limit.
    ---
    list takes no query; it takes topic, private, offset, limit.
    ---
    There is no memory "build/cli". Did you mean "build/ci"?
    Next: memory {"action":"list"}
    ---
    The topic "../x" has ".." in it. A topic is a name such as "build" or "build/ci".
    ---
    memory was not run, its input is not valid. \`action\`: expected one of "write", "read", "list", "delete", "search", got "remember" (string)."
  `);
});

test("characters that nobody would see are written out", async () => {
  const { say } = openKit();
  await say({ action: "write", topic: "a", content: "one\u202etwo \u001b[31mred\u001b]52;c;x\u0007 👩‍💻\n" });
  expect(await say({ action: "read", topic: "a" })).toBe(
    "[a, DATE]\none\\u202etwo \\u001b[31mred\\u001b]52;c;x\\u0007 👩‍💻\n",
  );
});

test("in read-only mode it reads and does not write", async () => {
  const { say } = openKit({ ".outrider/memories/a.md": "text" }, { readOnly: true, stateDir: makeTempPlace().outside });
  expect(await say({ action: "read", topic: "a" })).toBe("[a, DATE]\ntext");
  for (const input of [
    { action: "write", topic: "b", content: "x" },
    { action: "delete", topic: "a" },
  ]) {
    expect(await say(input)).toContain("read-only");
  }
});

test("the project that is named is the one that is written to", async () => {
  const { say, workspace, base } = openKit({}, { security: {} });
  const other = makeTempPlace();
  await workspace.reachOf(testCaller, { kind: "open", path: other.root });
  await workspace.session(testCaller).activate(other.root);
  await workspace.session(testCaller).activate(join(base, "project"));
  await say({ action: "write", topic: "there", content: "x", project: other.root });
  expect(await say({ action: "list" })).toBe("No memories yet.");
  expect(await say({ action: "list", project: other.root })).toBe("there");
});

test("what a search leaves out is counted, and private alone can be asked for", async () => {
  const { say } = openKit();
  for (let index = 0; index < 12; index += 1)
    await say({ action: "write", topic: `note-${index}`, content: "about locks" });
  await say({ action: "write", topic: "mine", content: "my locks", private: true });
  expect(await say({ action: "search", query: "locks" })).toMatch(
    /\n8 of 13 shown\. Next: offset 8\. Rarer words find fewer\.$/,
  );
  expect(await say({ action: "search", query: "locks", private: true })).toBe("mine (private):1: my locks");
  expect(await say({ action: "list", private: true })).toBe("mine (private)");
});

test("every memory of a long flat list and every hit of a search can be reached", async () => {
  const topics = Array.from({ length: 109 }, (_, index) => `note-${String(index).padStart(3, "0")}`);
  const files = Object.fromEntries(topics.map((topic) => [`.outrider/memories/${topic}.md`, "about locks\n"]));
  const { say } = openKit(files);
  const first = await say({ action: "list" });
  expect(first).toMatch(/\n100 of 109 shown\. Next: offset 100\. Narrow with topic\.$/);
  const second = await say({ action: "list", offset: 100 });
  expect(second).toMatch(/\n9 of 109 shown\.$/);
  for (const topic of topics) expect(`${first}\n${second}`).toContain(topic);
  const found = new Set<string>();
  for (let offset = 0; offset < 109; offset += 50) {
    const answer = await say({ action: "search", query: "locks", offset, limit: 50 });
    expect(answer).toContain(`${Math.min(50, 109 - offset)} of 109 shown.`);
    for (const [topic] of answer.matchAll(/^note-\d+/gm)) found.add(topic);
  }
  expect([...found].toSorted()).toEqual(topics);
});

test("an offset past the end says how many there are, and an action without pages takes none", async () => {
  const { say } = openKit({ ".outrider/memories/a.md": "about locks" });
  const answers = [
    await say({ action: "list", offset: 5 }),
    await say({ action: "search", query: "locks", offset: 5 }),
    await say({ action: "list", limit: 0 }),
    await say({ action: "read", topic: "a", limit: 5 }),
    await say({ action: "read", topic: "a", offset: 0 }),
  ];
  expect(answers.join("\n---\n")).toMatchInlineSnapshot(`
    "Offset 5 is past the end: there are 1.
    ---
    Offset 5 is past the end: there are 1.
    ---
    memory was not run, its input is not valid. \`limit\`: expected a whole number from 1 to 1000, got 0 (number).
    ---
    read takes no limit; it takes topic, private.
    ---
    [a, DATE]
    about locks"
  `);
});

test("a file with the line ends of Windows is shown without them", async () => {
  const { say } = openKit({ ".outrider/memories/a.md": "one\r\ntwo\r\n" });
  expect(await say({ action: "read", topic: "a" })).toBe("[a, DATE]\none\ntwo\n");
});
