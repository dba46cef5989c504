import { expect, onTestFinished, test, vi } from "vitest";
import { type OpenedSearch, openSearchKit } from "../../../test/support/search-kit.ts";
import {
  type Behaviour,
  type EmbeddingServer,
  serveEmbeddings,
} from "../embedders/openai-compatible/serve-embeddings.ts";
import { type SearchSettings, searchSettingsSchema } from "../../workspace/config/search-settings.ts";

const { signal } = new AbortController();
const files = {
  "src/auth.ts": "/** Checks a password. */\nexport function verify(given: string) {\n  return given;\n}\n",
  "src/boil.py": 'def boil(water):\n    """Heats water until it bubbles."""\n    return water\n',
};

/** No model that people use has nothing to say of a word. */
const vectors = (): Behaviour => ({
  kind: "vectors",
  change: (data) => ({
    data: data.map(({ embedding, ...each }) => ({
      ...each,
      embedding: Array.isArray(embedding) && embedding.every((number) => number === 0) ? embedding.fill(1) : embedding,
    })),
  }),
});

async function startServer(): Promise<EmbeddingServer> {
  const server = await serveEmbeddings(vectors);
  onTestFinished(async () => await server.close());
  return server;
}

function settingsFor({ baseUrl }: EmbeddingServer): SearchSettings {
  const openai = { base_url: baseUrl, model: "m", query_prefix: "query: ", text_prefix: "text: " };
  return searchSettingsSchema.parse({ embedder: "openai-compatible", openai });
}

const soon = { timeout: 20_000, interval: 20 };

async function untilProblem({ search }: OpenedSearch): Promise<void> {
  await vi.waitFor(async () => expect((await search.status({ signal })).problem).toBeDefined(), soon);
}

/** Asks until the model itself answers, and nothing is to be said of that. */
async function waitForModel({ search }: OpenedSearch): Promise<void> {
  await vi.waitFor(async () => {
    const { coverage } = await search.search("heat water", { signal, limit: 1, waitMs: 20_000 });
    expect([coverage.lexicalOnly, coverage.note]).toEqual([undefined, undefined]);
  }, soon);
}

test("a model that says nothing holds no answer up: the bundled one answers, and the answer says so", async () => {
  const server = await startServer();
  server.behave = () => ({ kind: "hang" });
  const kit = await openSearchKit(files, { settings: settingsFor(server) });
  const { hits, coverage } = await kit.search.search("heat water", { signal, limit: 1, waitMs: 20_000 });
  expect(hits[0]?.path).toBe("src/boil.py");
  expect(coverage).toMatchObject({
    lexicalOnly: undefined,
    note: expect.stringMatching(/^openai-compatible is being opened; meanwhile static:\S+ answers$/),
  });
  expect(await kit.search.status({ signal })).toMatchObject({ model: "openai-compatible", embedded: 0 });
}, 60_000);

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

  server.behave = vectors;
  const before = server.received.length;
  const again = await kit.reopen({ settings: settingsFor(server) });
  expect((await again.find("heat water"))[0]).toBe("src/boil.py:1");
  await waitForModel(again);
  const sent = server.received.slice(before).flatMap(({ input }) => input);
  expect(sent.filter((text) => text.startsWith("text: "))).toEqual([]);
}, 60_000);

test("a model that comes back is used with the next question", async () => {
  const server = await startServer();
  server.behave = () => ({ kind: "answer", status: 401, body: "{}" });
  const kit = await openSearchKit(files, { settings: settingsFor(server) });
  await kit.find("heat water");
  await untilProblem(kit);
  server.behave = vectors;
  await waitForModel(kit);
  expect(await kit.search.status({ signal })).toMatchObject({ embedded: 2, problem: undefined });
}, 60_000);
