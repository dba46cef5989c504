import { join } from "node:path";
import { ToolError } from "toolwright";
import { createLazyTextSearch } from "../search/notes/lazy-text-search.ts";
import type { TextSearch } from "../search/notes/text-search.ts";
import type { Lazy } from "../workspace/lifetime/lazy.ts";
import { nextStep } from "../workspace/next-step.ts";
import { showPath } from "../workspace/paths/check-path.ts";
import { readOnlyError } from "../workspace/paths/path-policy.ts";
import type { Project } from "../workspace/project.ts";
import { createAnchorJudge, findAnchors, takeAnchors, type HashCache } from "./anchors.ts";
import { checkContent } from "./write-memory-file.ts";
import { joinFrontMatter, splitFrontMatter } from "./front-matter.ts";
import { fileOf, readMemoryFile, removeMemoryFile } from "./memory-folder.ts";
import { readMemories, type KnownMemory, type MemorySource, type TextCache } from "./memory-reader.ts";
import type { MemoryChange, MemoryInfo, MemoryScope, MemoryStore, MemoryWriteOptions } from "./memory-store.ts";
import { readMemoryText } from "./memory-text.ts";
import { createMemoryWatch, type MemoryWatch } from "./memory-watch.ts";
import { findClash, parseTopic } from "./topic.ts";
import { decodeText } from "../workspace/text/decode-text.ts";
import { writeMemoryFile } from "./write-memory-file.ts";

export interface MemoryStores {
  memoryOf(project: Project): MemoryStore;
  /** Reports changes in every project that was or will be opened; the returned function stops it. */
  watchAll(onChange: (change: MemoryChange) => void): () => void;
  close(): Promise<void>;
}

/** Shared by all sessions that use one state directory. */
interface Shared {
  readonly texts: TextCache;
  readonly hashes: HashCache;
  readonly watch: MemoryWatch;
  readonly search: Lazy<TextSearch>;
  /** Runs writes of this process one after the other; writes of others are noticed by the content of the file. */
  readonly inTurn: <Value>(work: () => Promise<Value>) => Promise<Value>;
}

export interface MemoryStoresOptions {
  /** False: searches by words alone. */
  readonly byMeaning?: boolean;
}

/** The memories of all projects that are opened. */
export function openMemoryStores({ byMeaning = true }: MemoryStoresOptions = {}): MemoryStores {
  const shared = new Map<string, Shared>();
  const stores = new WeakMap<Project, MemoryStore>();
  /** One store for each state directory is enough to notice its changes. */
  const heard = new Map<string, MemoryStore>();
  const listeners = new Map<(change: MemoryChange) => void, (() => void)[]>();

  function sharedOf(base: string): Shared {
    const known = shared.get(base);
    if (known !== undefined) return known;
    const made = {
      texts: new Map(),
      hashes: new Map(),
      watch: createMemoryWatch(base),
      search: createLazyTextSearch({ byMeaning }),
      inTurn: createTurns(),
    };
    shared.set(base, made);
    return made;
  }

  function listenTo(base: string, store: MemoryStore): void {
    if (heard.has(base)) return;
    heard.set(base, store);
    for (const [listener, stops] of listeners) stops.push(store.watch(listener));
  }

  return {
    memoryOf(project) {
      const known = stores.get(project);
      if (known !== undefined) return known;
      const base = project.state.root;
      const store = openMemoryStore(project, sharedOf(base));
      stores.set(project, store);
      listenTo(base, store);
      return store;
    },
    watchAll(onChange) {
      const own = (change: MemoryChange): void => onChange(change);
      listeners.set(
        own,
        [...heard.values()].map((store) => store.watch(own)),
      );
      return () => {
        for (const stop of listeners.get(own) ?? []) stop();
        listeners.delete(own);
      };
    },
    async close() {
      for (const { watch } of shared.values()) watch.close();
    },
  };
}

// oxlint-disable-next-line max-lines-per-function -- the operations of one store on one directory
function openMemoryStore(project: Project, { texts, hashes, watch, search, inTurn }: Shared): MemoryStore {
  const places = placesOf(project);

  async function readAll(signal: AbortSignal): Promise<readonly KnownMemory[]> {
    const memories = await readMemories(places, texts, signal);
    watch.saw(memories.map(({ file }) => file));
    return memories;
  }

  async function describeMemories(memories: readonly KnownMemory[]): Promise<readonly MemoryInfo[]> {
    const judge = createAnchorJudge(project.files, hashes);
    return await Promise.all(
      memories.map(async ({ place, file, text }) => ({
        topic: file.topic,
        private: place.private,
        title: text.title,
        bytes: file.size,
        updatedAt: text.updated ?? new Date(file.mtimeMs).toISOString(),
        stale: await judge(text.anchors),
      })),
    );
  }

  async function find(topic: string, where: MemoryScope, signal: AbortSignal): Promise<KnownMemory | undefined> {
    const all = await readAll(signal);
    const named = all.filter(({ file }) => file.topic === topic);
    const there = named.filter(({ place }) => where.private === undefined || place.private === where.private);
    const [first] = there;
    if (there.some(({ place }) => place.private !== first?.place.private)) throw ambiguous(topic);
    return first;
  }

  async function write(given: string, content: string, options: MemoryWriteOptions): Promise<MemoryInfo> {
    const topic = parseTopic(given);
    if (project.readOnly) throw readOnlyError(`The memory ${showPath(topic)} was not written`);
    checkContent(topic, content);
    const { signal } = options;
    const all = await readAll(signal);
    const clash = findClash(
      topic,
      all.map(({ file }) => file.topic),
    );
    if (clash !== undefined) throw clashError(topic, clash);
    const existing = await find(topic, { private: options.private }, signal);
    if (existing === undefined && all.some(({ file }) => file.topic === topic))
      throw taken(topic, options.private === true);
    const place = existing?.place ?? placeFor(places, options.private === true);
    if (!place.writable) throw broughtAlong(topic);
    const reason = project.files.reasonToAsk(fileOf(join(place.base, place.folder), topic));
    if (reason !== undefined) throw runsLater(topic, reason);
    const anchors =
      options.anchors === undefined
        ? await findAnchors(project.files, content, signal)
        : await takeAnchors(project.files, options.anchors, signal);
    const updated = new Date().toISOString();
    const change = (before: Buffer | undefined): string => {
      const old = before === undefined ? undefined : splitFrontMatter(decodeText(before)?.text ?? "").document;
      return joinFrontMatter(content, old, { updated, anchors });
    };
    await writeMemoryFile({ state: project.state, place, topic, change, signal });
    const written = await find(topic, { private: place.private }, signal);
    const [info] = await describeMemories(written === undefined ? [] : [written]);
    if (info === undefined)
      throw new ToolError("gone", `The memory ${showPath(topic)} was removed as soon as it was written.`);
    return info;
  }

  return {
    list: async (signal) => await describeMemories(await readAll(signal)),
    async read(given, signal, where = {}) {
      const known = await find(parseTopic(given), where, signal);
      if (known === undefined) return undefined;
      const { topic } = known.file;
      const bytes = await readMemoryFile(known.place, topic);
      if (bytes === undefined) return undefined;
      const text = readMemoryText(bytes, topic);
      if (text === undefined) throw new ToolError("binary_file", `The memory ${showPath(topic)} is not text.`);
      const [info] = await describeMemories([{ ...known, text }]);
      return info === undefined ? undefined : { ...info, content: text.body };
    },
    write: (given, content, options) => inTurn(() => write(given, content, options)),
    async delete(given, signal, where = {}) {
      const topic = parseTopic(given);
      if (project.readOnly) throw readOnlyError(`The memory ${showPath(topic)} was not deleted`);
      const known = await find(topic, where, signal);
      if (known === undefined) return false;
      if (!known.place.writable) throw broughtAlong(topic);
      const removed = await removeMemoryFile(known.place, topic);
      await readAll(signal);
      return removed;
    },
    async search(query, limit, signal, where = {}) {
      const all = await readAll(signal);
      const there = all.filter(({ place }) => where.private === undefined || place.private === where.private);
      const items = there.map(({ place, file, text }) => ({
        place,
        file,
        text,
        id: file.topic,
        source: text,
        ...text,
      }));
      const { found, total } = await (await search.get()).search(items, query, { limit, signal });
      const infos = await describeMemories(found.map(({ item }) => item));
      const hits = infos.map((info, index) => ({
        ...info,
        line: found[index]?.line ?? 1,
        excerpt: found[index]?.excerpt ?? "",
      }));
      return { hits, total };
    },
    watch: (onChange) => watch.watch(onChange, async () => await readAll(new AbortController().signal)),
  };
}

function createTurns(): Shared["inTurn"] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };
}

/** The folders of the state directory and, if that is elsewhere, those in the repository. */
function placesOf({ root, state }: Project): readonly MemorySource[] {
  const inProject = join(root, ".outrider");
  const own: readonly MemorySource[] = [
    { base: state.root, folder: "memories", private: false, writable: true },
    { base: state.root, folder: "private", private: true, writable: true },
  ];
  if (state.root === inProject) return own;
  return [...own, { base: inProject, folder: "memories", private: false, writable: false }];
}

function placeFor(places: readonly MemorySource[], isPrivate: boolean): MemorySource {
  const place = places.find((each) => each.private === isPrivate && each.writable);
  if (place === undefined) throw new Error("a project has a place for shared and one for private memories");
  return place;
}

function ambiguous(topic: string): ToolError {
  return new ToolError(
    "ambiguous_topic",
    `There is a shared and a private memory ${showPath(topic)}; say which one with private: true or false.`,
    nextStep("read-memory", { topic, private: true }),
  );
}

function taken(topic: string, isPrivate: boolean): ToolError {
  const [wanted, there] = isPrivate ? ["private", "shared"] : ["shared", "private"];
  return new ToolError(
    "topic_taken",
    `The ${wanted} memory ${showPath(topic)} was not written: there is a ${there} one of that topic. Choose another topic, or delete that one first.`,
    nextStep("read-memory", { topic }),
  );
}

function clashError(topic: string, other: string): ToolError {
  return new ToolError(
    "topic_clash",
    `The topic ${showPath(topic)} differs from the existing ${showPath(other)} only by case, which not every system can tell apart.`,
    nextStep("read-memory", { topic: other }),
  );
}

function runsLater(topic: string, reason: string): ToolError {
  return new ToolError(
    "runs_later",
    `The memory ${showPath(topic)} was not written: as a file, ${reason}. Choose another topic.`,
  );
}

function broughtAlong(topic: string): ToolError {
  return new ToolError(
    "not_writable",
    `The memory ${showPath(topic)} is part of the repository, while Outrider keeps its state elsewhere (--state-dir). Choose another topic.`,
  );
}
