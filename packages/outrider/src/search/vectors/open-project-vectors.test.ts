import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { type OpenedSearch, openSearchKit } from "../../../test/support/search-kit.ts";
import {
  type EmbeddingServer,
  serveEmbeddings,
  tellingVectors,
} from "../embedders/openai-compatible/serve-embeddings.test-kit.ts";
import { type SearchSettings, searchSettingsSchema } from "../../workspace/config/search-settings.ts";

const { signal } = new AbortController();
const files = {
  "src/auth.ts": "/** Checks a password. */\nexport function verify(given: string) {\n  return given;\n}\n",
  "src/boil.py": 'def boil(water):\n    """Heats water until it bubbles."""\n    return water\n',
};

async function startServer(): Promise<EmbeddingServer> {
  const server = await serveEmbeddings(tellingVectors);
  onTestFinished(async () => await server.close());
  return server;
}

function settingsFor({ baseUrl }: EmbeddingServer, model = "m"): SearchSettings {
  const openai = { base_url: baseUrl, model, query_prefix: "query: ", text_prefix: "text: " };
  return searchSettingsSchema.parse({ embedder: "openai-compatible", openai });
}

const soon = { timeout: 60_000, interval: 20 };

async function untilProblem({ search }: OpenedSearch): Promise<void> {
  await vi.waitFor(async () => expect((await search.status({ signal })).problem).toBeDefined(), soon);
}

/** Asks until the model itself answers, and nothing is to be said of that. */
async function waitForModel({ search }: OpenedSearch): Promise<void> {
  await vi.waitFor(async () => {
    const { coverage } = await search.search("heat water", { signal, limit: 1, waitMs: 120_000 });
    expect([coverage.lexicalOnly, coverage.note]).toEqual([undefined, undefined]);
  }, soon);
}

test("a model that says nothing holds no answer up: the bundled one answers, and the answer says so", async () => {
  const server = await startServer();
  server.behave = () => ({ kind: "hang" });
  const kit = await openSearchKit(files, { settings: settingsFor(server) });
  const { hits, coverage } = await kit.search.search("heat water", { signal, limit: 1, waitMs: 120_000 });
  expect(hits[0]?.path).toBe("src/boil.py");
  expect(coverage).toMatchObject({
    lexicalOnly: undefined,
    note: expect.stringMatching(/^openai-compatible is being opened; meanwhile static:\S+ answers$/),
  });
  expect(await kit.search.status({ signal })).toMatchObject({ model: "openai-compatible", embedded: 0 });
});

test("what a model has made stays when it is away for a session, and nothing is asked of it twice", async () => {
  const server = await startServer();
  const kit = await openSearchKit(files, { settings: settingsFor(server) });
  await waitForModel(kit);
  await kit.close();

  server.behave = () => ({ kind: "answer", status: 401, body: "{}" });
  const without = await kit.reopen({ settings: settingsFor(server) });
  expect((await without.find("heat water"))[0]).toBe("src/boil.py:1");
  await untilProblem(without);
  const refused = await without.search.search("heat water", { signal, limit: 1 });
  expect(refused.coverage.note).toMatch(/; meanwhile static:\S+ answers$/);
  await without.close();

  server.behave = tellingVectors;
  const before = server.received.length;
  const again = await kit.reopen({ settings: settingsFor(server) });
  expect((await again.find("heat water"))[0]).toBe("src/boil.py:1");
  await waitForModel(again);
  const sent = server.received.slice(before).flatMap(({ input }) => input);
  expect(sent.filter((text) => text.startsWith("text: "))).toEqual([]);
});

test("a model that comes back is used with the next question", async () => {
  const server = await startServer();
  server.behave = () => ({ kind: "answer", status: 401, body: "{}" });
  const kit = await openSearchKit(files, { settings: settingsFor(server) });
  await kit.find("heat water");
  await untilProblem(kit);
  server.behave = tellingVectors;
  await waitForModel(kit);
  expect(await kit.search.status({ signal })).toMatchObject({ embedded: 2, problem: undefined });
});

test("a text that the model refuses is left out and said, and everything else is read", async () => {
  const server = await startServer();
  const refusing: EmbeddingServer["behave"] = ({ input }) =>
    input.some((text) => text.includes("poison"))
      ? { kind: "answer", status: 400, body: "not this one" }
      : tellingVectors();
  server.behave = refusing;
  const more = Object.fromEntries(
    Array.from({ length: 5 }, (_, at) => [`src/more${at}.ts`, `export const more${at} = ${at};\n`]),
  );
  const bad = { "src/bad.ts": "export const poison = 1;\n" };
  const kit = await openSearchKit({ ...files, ...bad, ...more }, { settings: settingsFor(server) });
  const said =
    /^1 file by words alone, because openai-compatible:\S+ does not take their text: .*answered 400: not this one/;
  await vi.waitFor(async () => {
    const { coverage } = await kit.search.search("heat water", { signal, limit: 1, waitMs: 120_000 });
    expect(coverage).toMatchObject({ lexicalOnly: undefined, note: expect.stringMatching(said) });
  }, soon);
  const problem = expect.stringMatching(said);
  expect(await kit.search.status({ signal })).toMatchObject({ embedded: 7, contents: 8, problem });
  expect((await kit.find("poison"))[0]).toBe("src/bad.ts:1");
});

test("a model that refuses everything is not asked for every text, and no text is blamed for it", async () => {
  const server = await startServer();
  const kit = await openSearchKit(files, { settings: settingsFor(server) });
  server.behave = ({ input }) =>
    input[0]?.startsWith("query: ") === true
      ? tellingVectors()
      : { kind: "answer", status: 400, body: "no such model" };
  await kit.find("heat water");
  await untilProblem(kit);
  const { problem, embedded } = await kit.search.status({ signal });
  expect([problem, embedded]).toEqual([expect.stringMatching(/^No vectors: .*answered 400: no such model/), 0]);
  const { coverage } = await kit.search.search("heat water", { signal, limit: 1 });
  expect(coverage.note).toMatch(/has read 0 of 2 files; No vectors: .*no such model.*; meanwhile static:\S+ answers$/);
});

test("of former models nothing stays on disk when the next one has read everything; the bundled one's vectors do", async () => {
  const server = await startServer();
  const kit = await openSearchKit(files, { settings: settingsFor(server, "first") });
  const beside = dirname(await kit.project.state.localPath("vectors"));
  const folders = (): readonly string[] => readdirSync(beside).filter((name) => name.startsWith("vectors-"));
  await waitForModel(kit);
  const before = folders();
  expect(before).toHaveLength(2);
  await kit.close();

  const next = await kit.reopen({ settings: settingsFor(server, "second") });
  await waitForModel(next);
  await vi.waitFor(() => expect(folders()).toHaveLength(2), soon);
  const stayed = folders().filter((name) => before.includes(name));
  expect(stayed).toHaveLength(1);
  await next.close();

  const bundled = await kit.reopen();
  await bundled.find("heat water");
  await vi.waitFor(() => expect(folders()).toEqual(stayed), soon);
});
