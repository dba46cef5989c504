import { join } from "node:path";
import { writeFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { startPglite } from "../../../test/stores-pglite.ts";
import type { TestServer } from "../../../test/stores-server.ts";
import {
  type OpenedSearch,
  openSearchKit,
  type SearchKit,
  type SearchKitOptions,
} from "../../../test/support/search-kit.ts";
import { serveEmbeddings, tellingVectors } from "../embedders/openai-compatible/serve-embeddings.test-kit.ts";
import type { Coverage } from "../project-search.ts";
import { searchSettingsSchema } from "../../workspace/config/search-settings.ts";

const { signal } = new AbortController();
const files = {
  "src/auth.ts": "/** Checks a password. */\nexport function verify(given: string) {\n  return given;\n}\n",
  "src/boil.py": 'def boil(water):\n    """Heats water until it bubbles."""\n    return water\n',
};
const late = "/** Delivers a letter. */\nexport function send(letter: string) {\n  return letter;\n}\n";
const soon = { timeout: 60_000, interval: 200 };

let server: TestServer;

beforeAll(async () => {
  server = await startPglite();
});

afterAll(async () => await server.stop());

const shared = (schema: string): Required<Omit<SearchKitOptions, "limits">> => ({
  settings: { store: "postgres", postgres: { url_env: "PG", schema } },
  env: { PG: server.url },
});

async function openKit(schema: string): Promise<SearchKit> {
  const kit = await openSearchKit(files, shared(schema));
  expect(await kit.search.build({ signal, waitMs: 180_000 })).toMatchObject({ embedded: 2, contents: 2 });
  return kit;
}

async function ask({ search }: OpenedSearch): Promise<Coverage> {
  return (await search.search("deliver a letter", { signal, limit: 1, waitMs: 120_000 })).coverage;
}

test("what is read while the database is away is found by words, counted as lacking, and made up for", async () => {
  const kit = await openKit("away");
  await server.restart(async () => {
    writeFileSync(join(kit.root, "src/mail.ts"), late);
    expect((await ask(kit)).lexicalOnly).toContain("does not answer");
    expect(await kit.find("deliver a letter")).toContain("src/mail.ts:1");
    expect(await kit.search.status({ signal })).toMatchObject({
      embedded: 2,
      contents: 3,
      problem: expect.stringContaining("does not answer"),
    });
  });
  await vi.waitFor(async () => expect(await ask(kit)).toMatchObject({ lexicalOnly: undefined, note: undefined }), soon);
  expect(await kit.search.status({ signal })).toMatchObject({ embedded: 3, contents: 3, problem: undefined });
});

test("a database that comes back empty is noticed and said, and filled again", async () => {
  const kit = await openKit("emptied");
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query("drop schema emptied cascade");
  await client.end();
  expect((await ask(kit)).lexicalOnly).toContain("does not exist");
  expect((await ask(kit)).lexicalOnly).toMatch(/^static:\S+ has read 0 of 2 files$/);
  expect(await kit.search.status({ signal })).toMatchObject({ embedded: 0, contents: 2 });
  expect(await ask(kit)).toMatchObject({ lexicalOnly: undefined, note: undefined });
  expect(await kit.search.status({ signal })).toMatchObject({ embedded: 2, contents: 2 });
});

test("a chosen model whose database is away at first reads everything when it is there, each text once", async () => {
  const model = await serveEmbeddings(tellingVectors);
  onTestFinished(async () => await model.close());
  const { settings, env } = shared("chosen");
  const openai = { base_url: model.baseUrl, model: "m", query_prefix: "query: ", text_prefix: "text: " };
  const chosen = searchSettingsSchema.parse({ ...settings, embedder: "openai-compatible", openai });
  let kit: SearchKit | undefined;
  await server.restart(async () => {
    kit = await openSearchKit(files, { settings: chosen, env });
    expect(await kit.search.build({ signal, waitMs: 180_000 })).toMatchObject({ embedded: 0, contents: 2 });
    await vi.waitFor(
      async () => expect((await kit?.search.status({ signal }))?.problem).toContain("does not answer"),
      soon,
    );
    expect((await ask(kit)).note).toMatch(/does not answer.*; meanwhile static:\S+ answers$/);
  });
  const opened = kit;
  if (opened === undefined) throw new Error("It was not opened.");
  await vi.waitFor(
    async () => expect(await ask(opened)).toMatchObject({ lexicalOnly: undefined, note: undefined }),
    soon,
  );
  expect(await opened.search.status({ signal })).toMatchObject({ embedded: 2, contents: 2, problem: undefined });
  const texts = model.received.flatMap(({ input }) => input).filter((text) => text.startsWith("text: "));
  expect(new Set(texts).size).toBe(texts.length);
});

test("both stores give the same hits, with scores that differ by less than 0.0002", async () => {
  const kit = await openKit("scores");
  const alone = await kit.reopen();
  await alone.search.build({ signal, waitMs: 180_000 });
  for (const query of ["heat water", "boil", "verify a password", "check what is given"]) {
    const answer = async ({ search }: OpenedSearch) => await search.search(query, { signal, limit: 20 });
    const [there, here] = [await answer(kit), await answer(alone)];
    for (const { coverage } of [there, here])
      expect(coverage).toMatchObject({ lexicalOnly: undefined, note: undefined });
    expect(there.hits.map(({ path }) => path)).toEqual(here.hits.map(({ path }) => path));
    expect(here.hits.length).toBeGreaterThan(0);
    const apart = here.hits.map(({ score }, at) => Math.abs(score - (there.hits[at]?.score ?? Infinity)));
    expect(Math.max(...apart)).toBeLessThan(0.0002);
  }
});
