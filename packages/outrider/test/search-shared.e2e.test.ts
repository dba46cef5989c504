import pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import {
  serveEmbeddings,
  tellingVectors,
} from "../src/search/embedders/openai-compatible/serve-embeddings.test-kit.ts";
import { type Machine, openMachine, type Shown } from "./search-shared-machine.ts";
import { findPostgres, startCluster } from "./stores-cluster.ts";
import { startPglite } from "./stores-pglite.ts";
import type { TestServer } from "./stores-server.ts";

const files = {
  "src/auth/password.ts":
    "/** Compares what a person typed with the hash that is stored. */\nexport function verifyPassword(typed: string, hash: string) {\n  return digest(typed) === hash;\n}\n\nfunction digest(text: string) {\n  return text.split('').reverse().join('');\n}\n",
  "src/auth/session.ts":
    "/** Keeps somebody logged in between two requests. */\nexport class SessionStore {\n  renew(user: string) {\n    return `${user}:${Date.now()}`;\n  }\n}\n",
  "src/net/backoff.ts":
    "/** Waits longer after each failure, and gives up in the end. */\nexport async function withBackoff(run: () => Promise<void>) {\n  for (let delay = 1; delay < 60; delay *= 2) await run();\n}\n",
  "src/net/download.py":
    'def fetch(url, target):\n    """Stores a remote document in a file."""\n    with open(target, "wb") as out:\n        out.write(load(url))\n',
  "src/kitchen/boil.py":
    'def boil(water):\n    """Heats water until it bubbles."""\n    while water.temperature < 100:\n        water.heat()\n    return water\n',
  "src/paint/wall.go":
    "package paint\n\n// Cover puts a colour on every brick.\nfunc Cover(bricks []Brick, colour Colour) {\n\tfor _, b := range bricks {\n\t\tb.Colour = colour\n\t}\n}\n",
  "src/store/queue.rs":
    "/// Hands out the oldest job first.\npub struct JobQueue { jobs: Vec<Job> }\n\nimpl JobQueue {\n    pub fn take(&mut self) -> Option<Job> { self.jobs.pop() }\n}\n",
  "docs/sessions.md": "# Sessions\n\nHow long a login lasts, and when a person has to type the secret word again.\n",
};
/** Comes while the database is away, and after that. */
const late = {
  "src/mail/send.ts":
    "/** Delivers a letter to every subscriber. */\nexport function broadcast(letter: string, to: string[]) {\n  return to.map((each) => `${each} ${letter}`);\n}\n",
};
const later = {
  "src/music/tune.ts":
    "/** Brings the strings of a violin to their right pitch. */\nexport function tighten(strings: number[]) {\n  return strings.map((hertz) => Math.round(hertz));\n}\n",
};

const questions = [
  "check the password of a person",
  "retry with exponential delay",
  "heat a drink",
  "SessionStore",
  "download a file",
  "paint the wall",
  "oldest job of the queue",
  "how long does somebody stay logged in",
  "authentication",
];
/** What an answer shows has three digits, of which the last may be rounded the other way. */
const tolerance = 0.001;

const soon = { timeout: 60_000, interval: 500 };
const postgres = '[search]\nstore = "postgres"\n[search.postgres]\nurl_env = "TEAM_INDEX"\n';

const found = findPostgres();
const reason = "missing" in found ? ` (skipped: ${found.missing})` : "";

describeShared("PGlite with pgvector over the wire", startPglite);

describe.skipIf(reason !== "")(`a server of its own${reason}`, () => {
  describeShared("PostgreSQL with pgvector", async () => await startCluster("bin" in found ? found.bin : ""));
});

function describeShared(name: string, start: () => Promise<TestServer>): void {
  describe(name, () => {
    let server: TestServer;

    beforeAll(async () => {
      server = await start();
    });

    afterAll(async () => await server.stop());

    test("two machines, one index: one writes, one searches, the database restarts, and scores are those of the embedded store", async () => {
      const env = { TEAM_INDEX: server.url };
      const writer = await openMachine({ files, settings: postgres, env });
      const count = Object.keys(files).length;
      expect(await writer.index("build")).toMatchObject({ embedded: count, contents: count, problem: undefined });
      const written = await readTables(server, "outrider");
      expect(written.checkouts).toEqual([{ holds: count }]);

      const searcher = await openMachine({ files, settings: postgres, env });
      expect(await searcher.index("build")).toMatchObject({ embedded: count, contents: count, problem: undefined });
      const shared = await askAll(searcher);
      const both = await readTables(server, "outrider");
      expect(both.checkouts).toEqual([{ holds: count }, { holds: count }]);
      // Not one row was written anew: the second machine found everything there.
      expect(both.vectors).toEqual(written.vectors);
      expect(shared).toEqual(await askAll(writer));

      await server.restart(async () => {
        writer.write(late);
        for (const machine of [writer, searcher]) {
          const { hits, partial } = await machine.search("withBackoff waits longer");
          expect(hits[0]?.file).toBe("src/net/backoff.ts");
          expect(partial).toContainEqual(expect.stringMatching(/^by words alone: PostgreSQL at \S+ does not answer/));
        }
        const problem = expect.stringContaining("does not answer");
        await vi.waitFor(
          async () =>
            expect(await writer.index("status")).toMatchObject({ embedded: count, contents: count + 1, problem }),
          soon,
        );
        expect((await writer.search("broadcast a letter")).hits[0]?.file).toBe("src/mail/send.ts");
      });
      for (const machine of [searcher, writer]) await untilMeaning(machine);
      expect(await askAll(searcher)).toEqual(shared);
      // What was read while nobody could take it is there now.
      expect(await writer.index("status")).toMatchObject({
        embedded: count + 1,
        contents: count + 1,
        problem: undefined,
      });
      expect((await readTables(server, "outrider")).checkouts).toEqual([{ holds: count }, { holds: count + 1 }]);

      writer.write(later);
      expect(await writer.index("build")).toMatchObject({ embedded: count + 2, contents: count + 2 });
      const complete = await readTables(server, "outrider");
      searcher.write({ ...late, ...later });
      expect(await searcher.index("build")).toMatchObject({ embedded: count + 2, contents: count + 2 });
      const arrived = await searcher.search("tune the violin");
      expect([arrived.hits[0]?.file, arrived.partial]).toEqual(["src/music/tune.ts", []]);
      expect((await readTables(server, "outrider")).vectors).toEqual(complete.vectors);

      const alone = await openMachine({ files: { ...files, ...late, ...later } });
      expect(await alone.index("build")).toMatchObject({ embedded: count + 2, contents: count + 2 });
      const [here, there] = [await askAll(alone), await askAll(searcher)];
      expect(there.map(placesOf)).toEqual(here.map(placesOf));
      const worst = worstDifference(here, there);
      console.log(
        `${name}: ${here.flat().length} scores, at most ${worst.toFixed(3)} from those of the embedded store`,
      );
      expect(worst).toBeLessThanOrEqual(tolerance);
    });

    test("what a model was paid for on one machine, no other machine asks it for", async () => {
      const model = await serveEmbeddings(tellingVectors);
      onTestFinished(async () => await model.close());
      const settings = `${postgres}schema = "paid"\n[search.openai]\nbase_url = "${model.baseUrl}"\nmodel = "m"\nquery_prefix = "query: "\ntext_prefix = "text: "\n`;
      const machine = {
        files,
        settings: settings.replace("[search]", '[search]\nembedder = "openai-compatible"'),
        env: { TEAM_INDEX: server.url },
      };
      const writer = await openMachine(machine);
      await writer.index("build");
      await untilMeaning(writer);
      const sent = model.received.length;
      const [count, written] = [Object.keys(files).length, await readTables(server, "paid")];
      expect(written.checkouts).toEqual([{ holds: count }]);

      const searcher = await openMachine(machine);
      await untilMeaning(searcher);
      expect(await searcher.index("status")).toMatchObject({ embedded: count, contents: count, problem: undefined });
      expect(await askAll(searcher)).toEqual(await askAll(writer));
      const texts = model.received.slice(sent).flatMap(({ input }) => input);
      expect(texts.length).toBeGreaterThan(questions.length);
      expect(texts.filter((text) => !text.startsWith("query: "))).toEqual([]);
    });
  });
}

/** Every question by words and meaning, with nothing to be said of it. */
async function askAll(machine: Machine): Promise<readonly (readonly Shown[])[]> {
  const answers: (readonly Shown[])[] = [];
  for (const question of questions) {
    const { hits, partial } = await machine.search(question);
    expect([question, partial, hits.length > 0]).toEqual([question, [], true]);
    answers.push(hits);
  }
  return answers;
}

async function untilMeaning(machine: Machine): Promise<void> {
  await vi.waitFor(async () => expect((await machine.search("make a drink hot")).partial).toEqual([]), soon);
}

function placesOf(hits: readonly Shown[]): readonly string[] {
  return hits.map(({ file, lines }) => `${file}:${lines}`);
}

function worstDifference(some: readonly (readonly Shown[])[], others: readonly (readonly Shown[])[]): number {
  const differences = some.flatMap((hits, question) =>
    hits.map(({ score }, at) => Math.abs(score - (others[question]?.[at]?.score ?? Infinity))),
  );
  // As they are shown: 0.412 - 0.411 is a little more than 0.001.
  return Math.round(Math.max(...differences) * 1000) / 1000;
}

interface Tables {
  readonly checkouts: readonly { readonly holds: number }[];
  /** Which transaction wrote each row, and where it lies: what is written again differs. */
  readonly vectors: unknown;
}

async function readTables({ url }: TestServer, schema: string): Promise<Tables> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const holdings = await client.query(
      `select count(*)::int as holds from ${schema}.holdings group by checkout order by holds`,
    );
    const { rows } = await client.query(
      `select content, chunk, xmin::text as writer, ctid::text as place from ${schema}.vectors_1 order by content, chunk`,
    );
    return { checkouts: holdings.rows, vectors: rows };
  } finally {
    await client.end();
  }
}
