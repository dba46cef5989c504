import { createHash } from "node:crypto";
import { limitSignal } from "../../../workspace/time/limit-signal.ts";
import { countOf } from "../../../workspace/text/visible-text.ts";
import type { LanguageServer, Location, Position } from "../../server/language-server.ts";
import { uriOf } from "../../server/uri.ts";
import { ServerError } from "../../wire/connection.ts";
import { locationsOf, startKey } from "../locations.ts";
import type { ServerQuestion } from "./question.ts";

/** Asks a server where names at single places are declared. */
export interface DefinitionAsker {
  /** By `startKey`; places that it could not be asked about, or not within this part of the time left, are missing. */
  ask(places: readonly AskedPlace[], part: number): Promise<Definitions>;
  /** Keeps the answers for the same places, as long as no file of the project changes. */
  remember(): Promise<void>;
}

interface AskedPlace {
  /** Real path. */
  readonly path: string;
  readonly position: Position;
}

type Definitions = ReadonlyMap<string, readonly Location[]>;

const atOnce = 8;
const requestMs = 10_000;
/** So many files are opened at once: fewer than a server keeps open. */
const maxOpened = 100;
/** From so many places on the answers are worth keeping, and progress is told. */
const many = 100;
const maxKept = 10_000;

interface Kept {
  /** Stands for the texts of all files. */
  readonly texts: string;
  readonly definitions: Definitions;
}

const kept = new WeakMap<LanguageServer, Kept>();

/** `expected`: about how many places there will be. */
export async function openDefinitionAsker(
  server: LanguageServer,
  question: ServerQuestion,
  expected: number,
): Promise<DefinitionAsker> {
  const { signal, until, onProgress } = question;
  const { spec } = server;
  const isMany = expected >= many && expected <= maxKept;
  const texts = isMany ? await textsOf(question) : undefined;
  const before = kept.get(server);
  const known: Definitions = texts !== undefined && before?.texts === texts ? before.definitions : new Map();
  const found = new Map<string, readonly Location[]>();

  async function askOne({ path, position }: AskedPlace, limit: AbortSignal): Promise<void> {
    const params = { textDocument: { uri: uriOf(path) }, position };
    try {
      const options = { signal: limit, timeoutMs: requestMs };
      const result = await server.request("textDocument/definition", params, options);
      found.set(startKey(path, position), (await locationsOf(result)).locations);
    } catch (error) {
      if (!limit.aborted && !(error instanceof ServerError)) throw error;
    }
  }

  async function askPortion(places: readonly AskedPlace[], limit: AbortSignal): Promise<void> {
    if (spec.needsOpen || spec.opensCandidates)
      await server.open([...new Set(places.map(({ path }) => path))], { signal: limit });
    const left = places.values();
    async function work(): Promise<void> {
      for (const place of left) {
        if (limit.aborted) return;
        await askOne(place, limit);
      }
    }
    await Promise.all(Array.from({ length: Math.min(atOnce, spec.maxInFlight ?? atOnce) }, work));
  }

  async function askFresh(places: readonly AskedPlace[], part: number): Promise<void> {
    const limit = limitSignal([signal], Math.max(0, (until - performance.now()) * part));
    let done = 0;
    try {
      for (const portion of portionsOf(places)) {
        if (limit.signal.aborted) return;
        const detail = `asking what ${countOf(places.length, "place")} with the name mean`;
        if (places.length >= many) onProgress?.({ state: "ready", detail, done, total: places.length });
        await askPortion(portion, limit.signal);
        done += portion.length;
      }
    } catch (error) {
      signal.throwIfAborted();
      if (!limit.isLate()) throw error;
    } finally {
      limit.release();
    }
  }

  return {
    async ask(places, part) {
      const fresh: AskedPlace[] = [];
      for (const place of places) {
        const key = startKey(place.path, place.position);
        const answer = found.get(key) ?? known.get(key);
        if (answer === undefined) fresh.push(place);
        else found.set(key, answer);
      }
      await askFresh(fresh, part);
      signal.throwIfAborted();
      return found;
    },
    async remember() {
      if (texts !== undefined && texts === (await textsOf(question))) kept.set(server, { texts, definitions: found });
    },
  };
}

/** Places of few enough files to be open together; the order within is that of the places. */
function portionsOf(places: readonly AskedPlace[]): readonly (readonly AskedPlace[])[] {
  const portions: AskedPlace[][] = [];
  let paths = new Set<string>();
  for (const place of places) {
    const last = portions.at(-1);
    if (last === undefined || (!paths.has(place.path) && paths.size >= maxOpened)) {
      portions.push([place]);
      paths = new Set([place.path]);
    } else {
      last.push(place);
      paths.add(place.path);
    }
  }
  return portions;
}

/** A fingerprint of the texts of all files; undefined while some are still to be read. */
async function textsOf({ symbols, signal }: ServerQuestion): Promise<string | undefined> {
  const view = await symbols.view({ signal, waitMs: 0, build: false, names: false });
  if (view.completeness.state !== "complete" || view.cut !== undefined) return undefined;
  const hash = createHash("sha256");
  for (const path of view.paths) {
    const stored = view.stored(path);
    if (stored === undefined) return undefined;
    hash.update(`${path}\n${stored.hash}\n`);
  }
  return hash.digest("hex");
}
