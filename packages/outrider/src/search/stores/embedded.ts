import { setImmediate } from "node:timers/promises";
import { waitUnlessAborted } from "../../workspace/time/limit-signal.ts";
import { expectDimensions, expectVectors, toUnitQuery, joinHits, orderHits } from "./check-vectors.ts";
import { chooseDropped } from "./embedded/choose-dropped.ts";
import { openVectorFiles, type VectorFiles, type VectorFilesOptions } from "./embedded/vector-files.ts";
import { createFineScores } from "./scan/fine-scores.ts";
import { toFine } from "./scan/quantize.ts";
import { createVectorMatrix } from "./scan/vector-matrix.ts";
import type { ContentKey, NearestChunk, VectorStore } from "./vector-store.ts";

/** This many times the requested number is preselected with 8-bit numbers, and then sorted with 16-bit ones. */
const choice = 4;
const minChosen = 64;
/** Yields to other work after preparing this many numbers for the scan. */
const sliceNumbers = 2 ** 20;
/** How long a question waits for what another process may have written. */
const maxNewsMs = 100;

/** The default store: files on this machine, with all contents of the project in memory for the scan. */
// oxlint-disable-next-line max-lines-per-function -- the operations of one store on one file
export function openEmbeddedStore(options: VectorFilesOptions): VectorStore {
  const { dimensions } = options;
  expectDimensions(dimensions);
  const matrix = createVectorMatrix(dimensions);
  const fineScores = createFineScores(dimensions);
  const present = new Set<ContentKey>();
  /** Present, but without vectors. */
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

  /** Loads vectors from the files into the matrix. */
  async function bring(contents: Iterable<ContentKey>): Promise<void> {
    const from = await files();
    let numbers = 0;
    for (const content of contents) {
      // It may have been removed, or got its vectors, while other work was running.
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

  /** Loads vectors that other processes have created for contents missing here. */
  async function readNews(): Promise<void> {
    reading ??= (async () => {
      await (await files()).readOn();
      await bring([...missing]);
    })().finally(() => {
      reading = undefined;
    });
    await reading;
  }

  async function waitForNews(): Promise<void> {
    if (missing.size === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, maxNewsMs)));
    await Promise.race([readNews(), timeout]).finally(() => clearTimeout(timer));
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

  /** Scores all chunks of a content; undefined if it has no vectors here, or another process dropped them from the files. */
  function scorer(query: Float32Array, from: VectorFiles): (content: ContentKey) => ArrayLike<number> | undefined {
    const scoreRows = fineScores(query);
    const known = new Map<ContentKey, ArrayLike<number> | undefined>();
    return (content) => {
      if (!known.has(content)) {
        const fine = matrix.has(content) ? from.get(content) : undefined;
        known.set(content, fine && scoreRows(fine));
      }
      return known.get(content);
    };
  }

  return {
    async follow({ added, removed, whole }, { signal }) {
      signal.throwIfAborted();
      tell(added, removed);
      isWhole ||= whole === true;
      const work = (async () => {
        await bring(added);
        if (missing.size > 0) await readNews();
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
      await waitUnlessAborted(waitForNews(), signal);
      const scoresOf = scorer(query, from);
      const chosen = limit > 0 ? matrix.search(query, Math.max(limit * choice, minChosen)) : [];
      const nearest = chosen.map(({ content, chunk, score }) => ({
        content,
        chunk,
        // Falls back to 8 bits if 16 bits are not available.
        score: scoresOf(content)?.[chunk] ?? score,
      }));
      const others: NearestChunk[] = [];
      for (const content of new Set(always)) {
        const scores = scoresOf(content);
        if (scores === undefined) others.push(...matrix.chunksOf(content, query));
        else
          for (let chunk = 0; chunk < scores.length; chunk += 1)
            others.push({ content, chunk, score: scores[chunk] ?? 0 });
      }
      return joinHits(orderHits(nearest).slice(0, limit), others);
    },
    status: () => ({ contents: matrix.contents, vectors: matrix.vectors, place }),
    async clear() {
      const from = await files();
      await from.clear();
      // Only now: a question in between would have loaded them again.
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
