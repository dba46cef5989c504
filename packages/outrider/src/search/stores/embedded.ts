import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { waitUnlessAborted } from "../../workspace/time/wait-unless-aborted.ts";
import { expectDimensions, expectVectors, toUnitQuery } from "./check-vectors.ts";
import { chooseDropped } from "./embedded/choose-dropped.ts";
import { openVectorFiles, type VectorFilesOptions } from "./embedded/vector-files.ts";
import { joinHits, orderHits } from "./order-hits.ts";
import { createFineScores } from "./scan/fine-scores.ts";
import { exactScore, type FineVectors, toFine } from "./scan/quantize.ts";
import { createVectorMatrix, type RoughHit } from "./scan/vector-matrix.ts";
import type { ContentKey, NearestChunk, VectorStore } from "./vector-store.ts";

/** So many times what was asked for is chosen by 8-bit numbers and then put in order by 16-bit ones. */
const choice = 4;
const leastChosen = 64;
/** Other work goes on after so many numbers were made ready for the scan. */
const sliceNumbers = 2 ** 20;
/** How long a question waits for what another process may have written. */
const mostNewsMs = 100;

/** The default store: files of this machine, and all of what the project holds in memory for the scan. */
export function openEmbeddedStore(options: VectorFilesOptions): VectorStore {
  const { dimensions } = options;
  expectDimensions(dimensions);
  const matrix = createVectorMatrix(dimensions);
  const fineScores = createFineScores(dimensions);
  const present = new Set<ContentKey>();
  /** Present, and without vectors. */
  const missing = new Set<ContentKey>();
  const left = new Set<ContentKey>();
  const opening = openVectorFiles(options);
  let place = "not yet opened";
  let isWhole = false;
  let isClosed = false;
  let loading: Promise<void> | undefined;
  let reading: Promise<void> | undefined;

  async function files(): ReturnType<typeof openVectorFiles> {
    if (isClosed) throw new Error("The vector store is closed.");
    const opened = await opening;
    loading ??= opened.load();
    await loading;
    place = opened.place();
    return opened;
  }

  /** From the files into the matrix. */
  async function bring(contents: Iterable<ContentKey>): Promise<void> {
    const from = await files();
    let numbers = 0;
    for (const content of contents) {
      // It may have left, or come with vectors, while other work went on.
      const vectors = missing.has(content) ? from.get(content) : undefined;
      if (vectors === undefined) continue;
      matrix.add(content, vectors);
      missing.delete(content);
      numbers += vectors.numbers.length;
      if (numbers < sliceNumbers) continue;
      numbers = 0;
      await setImmediate();
    }
  }

  /** Vectors that other processes have made for what is missing here. */
  async function readNews(): Promise<void> {
    if (missing.size === 0) return;
    reading ??= (async () => {
      await (await files()).readOn();
      await bring([...missing]);
    })().finally(() => {
      reading = undefined;
    });
    await reading;
  }

  async function dropOldest(): Promise<void> {
    const from = await files();
    const dropped = chooseDropped({ stored: from.sizes(), present, left, isWhole });
    for (const content of dropped) left.delete(content);
    if (dropped.length > 0) await from.drop(dropped);
    place = from.place();
  }

  function tell(added: readonly ContentKey[], removed: readonly ContentKey[]): void {
    for (const content of removed) {
      if (!present.delete(content)) continue;
      missing.delete(content);
      matrix.remove(content);
      left.delete(content);
      left.add(content);
    }
    for (const content of added) {
      present.add(content);
      left.delete(content);
      if (!matrix.has(content)) missing.add(content);
    }
  }

  function rescore(
    hits: readonly RoughHit[],
    query: Float32Array,
    get: (content: ContentKey) => FineVectors | undefined,
  ): readonly NearestChunk[] {
    return hits.map((hit) => {
      const fine = get(hit.content);
      // Another process may have dropped what this one still holds; then eight bits have to do.
      return fine === undefined ? hit : { ...hit, score: exactScore(fine, hit.chunk, query) };
    });
  }

  /** Every chunk of some contents. */
  function scoreAll(
    contents: readonly ContentKey[],
    query: Float32Array,
    get: (content: ContentKey) => FineVectors | undefined,
  ): readonly NearestChunk[] {
    const scoreRows = fineScores(query);
    const hits: NearestChunk[] = [];
    for (const content of new Set(contents)) {
      const fine = matrix.has(content) ? get(content) : undefined;
      if (fine === undefined) {
        hits.push(...matrix.chunksOf(content, query));
        continue;
      }
      const scores = scoreRows(fine);
      for (let chunk = 0; chunk < fine.rows; chunk += 1) hits.push({ content, chunk, score: scores[chunk] ?? 0 });
    }
    return hits;
  }

  return {
    async follow({ added, removed, whole }, { signal }) {
      signal.throwIfAborted();
      tell(added, removed);
      isWhole ||= whole === true;
      const work = (async () => {
        await bring(added);
        await readNews();
        if (whole === true || removed.length > 0) await dropOldest();
      })();
      await waitUnlessAborted(work, signal);
      return added.filter((content) => missing.has(content));
    },
    async put(contents, { signal }) {
      signal.throwIfAborted();
      expectVectors(contents, dimensions);
      const to = await waitUnlessAborted(files(), signal);
      const fine = contents.map(({ content, vectors }) => ({ content, vectors: toFine(vectors, dimensions) }));
      const writing = to.put(fine.filter(({ content }) => to.get(content) === undefined));
      await bring(contents.map(({ content }) => content));
      await waitUnlessAborted(writing, signal);
      place = to.place();
    },
    async nearest(asked, { limit, always = [], signal }) {
      signal.throwIfAborted();
      const query = toUnitQuery(asked, dimensions);
      const from = await waitUnlessAborted(files(), signal);
      const enough = new AbortController();
      const patience = sleep(mostNewsMs, undefined, { signal: enough.signal }).catch(() => undefined);
      await waitUnlessAborted(Promise.race([readNews(), patience]), signal).finally(() => enough.abort());
      const found = new Map<ContentKey, FineVectors | undefined>();
      const get = (content: ContentKey): FineVectors | undefined => {
        if (!found.has(content)) found.set(content, from.get(content));
        return found.get(content);
      };
      const chosen = limit > 0 ? matrix.search(query, Math.max(limit * choice, leastChosen)) : [];
      const nearest = orderHits(rescore(chosen, query, get)).slice(0, limit);
      return joinHits(nearest, scoreAll(always, query, get));
    },
    status: () => ({ contents: matrix.contents, vectors: matrix.vectors, place }),
    async clear() {
      const from = await files();
      await from.clear();
      // Only now: a question in between would have brought them back.
      for (const content of present) {
        matrix.remove(content);
        missing.add(content);
      }
      left.clear();
      place = from.place();
    },
    async dropOthers() {
      await (await files()).dropOthers();
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await reading?.catch(() => undefined);
      await (await opening).close();
    },
  };
}
