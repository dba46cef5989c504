import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { openSearchKit } from "../../../test/support/search-kit.ts";
import { closedPort } from "../../../test/support/closed-port.ts";

const { signal } = new AbortController();
const count = 600;
const many = Object.fromEntries(
  Array.from({ length: count }, (_, at) => [`src/f${at}.ts`, `export function work${at}() {}\n`.repeat(30)]),
);
/** After a restart the times of a file that was younger when it was read are not believed, and it is read again. */
const untilBelievedMs = 2_100;
const complete = { state: "ready", files: count, contents: count, embedded: count };

test("after a restart a status that is given up half-way, and questions beside one, lose nothing", async () => {
  const kit = await openSearchKit(many);
  await sleep(untilBelievedMs);
  await kit.search.build({ signal, waitMs: 180_000 });
  await kit.close();
  for (const waitMs of [15, 60]) {
    const again = await kit.reopen();
    const givenUp = new AbortController();
    const asked = again.search.status({ signal: givenUp.signal }).catch(() => undefined);
    await sleep(waitMs);
    const question = again.search.search("work599", { signal, limit: 1, waitMs: 180_000 });
    givenUp.abort(new Error("given up"));
    const { hits, coverage } = await question;
    expect(coverage).toMatchObject({ done: count, total: count });
    expect(hits[0]?.path).toBe("src/f599.ts");
    await asked;
    expect(await again.search.build({ signal, waitMs: 180_000 })).toMatchObject(complete);
    await again.close();
  }
});

test("what a former session stored is forgotten by a clear that comes first", async () => {
  const kit = await openSearchKit({ "a.ts": "export function a() {}\n" });
  await kit.find("a");
  await kit.close();
  const again = await kit.reopen();
  await again.search.clear();
  expect(await again.search.status({ signal })).toMatchObject({ state: "empty", files: 0 });
  expect(await again.find("function a")).toEqual(["a.ts:1"]);
});

test("vectors that are not there are made, though a status has taken in the words before", async () => {
  const kit = await openSearchKit({ "a.ts": "export function a() {}\n" }, { settings: { embedder: "off" } });
  await sleep(untilBelievedMs);
  await kit.find("a");
  await kit.close();
  const again = await kit.reopen();
  expect(await again.search.status({ signal })).toMatchObject({ files: 1, embedded: 0 });
  const { coverage } = await again.search.search("function a", { signal, limit: 1, waitMs: 180_000 });
  expect(coverage.lexicalOnly).toBeUndefined();
  expect(await again.search.status({ signal })).toMatchObject({ embedded: 1 });
});

test("a store that cannot be cleared does not leave the index empty", async () => {
  const settings = { store: "postgres", postgres: { url_env: "PG", schema: "outrider" } } as const;
  const env = { PG: `postgres://127.0.0.1:${await closedPort()}/none` };
  const kit = await openSearchKit({ "a.ts": "export function a() {}\n" }, { settings, env });
  expect(await kit.find("function a")).toEqual(["a.ts:1"]);
  await expect(kit.search.clear()).rejects.toThrow("does not answer");
  expect(await kit.find("function a")).toEqual(["a.ts:1"]);
});
