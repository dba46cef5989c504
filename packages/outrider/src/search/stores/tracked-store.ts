import { waitUnlessAborted } from "../../workspace/time/limit-signal.ts";
import { createLateVectors } from "./late-vectors.ts";
import type {
  ContentKey,
  ContentVectors,
  FollowedChange,
  NearestChunk,
  NearestOptions,
  StoreStatus,
  VectorStore,
} from "./vector-store.ts";

interface Waiting {
  readonly signal: AbortSignal;
}

/**
 * Wraps any store and tracks what it lacks of the project. A store may fail for a while, or come back with less than it had:
 * then it is told everything again, and gets the vectors that it could not take.
 */
export class TrackedStore implements VectorStore {
  readonly #store: VectorStore;
  readonly #closing = new AbortController();
  readonly #held = new Set<ContentKey>();
  readonly #missing = new Set<ContentKey>();
  readonly #refused = new Map<ContentKey, string>();
  readonly #late = createLateVectors();
  /** Missing, and not being read: the next `follow` returns them. */
  #lost: readonly ContentKey[] = [];
  /** The store has failed since it was last told everything. */
  #isBehind = false;
  #catchingUp: Promise<void> | undefined;

  constructor(store: VectorStore) {
    this.#store = store;
  }

  /** Contents of the project without vectors. */
  get missing(): ReadonlySet<ContentKey> {
    return this.#missing;
  }

  /** Contents that the model does not accept, with its message. */
  get refused(): ReadonlyMap<ContentKey, string> {
    return this.#refused;
  }

  /** Whether the store has lost vectors that are not being recreated yet. */
  get hasLost(): boolean {
    return this.#lost.length > 0;
  }

  /** Returns what has to be read: new contents without vectors, and what the store has lost since. */
  async follow(change: FollowedChange, { signal }: Waiting): Promise<readonly ContentKey[]> {
    for (const content of change.removed) {
      for (const known of [this.#held, this.#missing, this.#refused]) known.delete(content);
      this.#late.drop(content);
    }
    for (const content of change.added) this.#held.add(content);
    const unread = await this.#tell(change, signal);
    await this.catchUp(signal);
    // This caller reads nothing more, so lost contents are left for the next one.
    if (change.whole === true) return unread;
    const again = this.#lost;
    this.#lost = [];
    return [...new Set([...unread, ...again])].filter((content) => this.#missing.has(content));
  }

  async put(contents: readonly ContentVectors[], { signal }: Waiting): Promise<void> {
    try {
      await this.#watch(this.#store.put(contents, { signal }), signal);
    } catch (error) {
      if (!signal.aborted) this.#late.keep(contents);
      throw error;
    }
    for (const { content } of contents) this.#missing.delete(content);
  }

  async nearest(query: Float32Array, options: NearestOptions): Promise<readonly NearestChunk[]> {
    return await this.#watch(this.#store.nearest(query, options), options.signal);
  }

  /** Does nothing unless the store has failed. Callers share the work, and each may stop waiting for it. */
  async catchUp(signal: AbortSignal): Promise<void> {
    while (this.#isBehind) {
      this.#catchingUp ??= this.#tellEverything().finally(() => {
        this.#catchingUp = undefined;
      });
      await waitUnlessAborted(this.#catchingUp, signal);
    }
  }

  /** This content is not read again as long as it is in the project. */
  refuse(content: ContentKey, why: string): void {
    if (this.#missing.delete(content)) this.#refused.set(content, why);
  }

  status(): StoreStatus {
    return this.#store.status();
  }

  async dropOthers(): Promise<void> {
    await this.#store.dropOthers();
  }

  /** Also forgets the contents of the project, which are then reported again. */
  async clear(): Promise<void> {
    await this.#store.clear();
    for (const known of [this.#held, this.#missing, this.#refused]) known.clear();
    this.#late.take(this.#missing);
    this.#lost = [];
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error("The vectors are closed."));
    await Promise.allSettled([this.#store.close(), this.#catchingUp]);
  }

  async #tell(change: FollowedChange, signal: AbortSignal): Promise<readonly ContentKey[]> {
    const lacking = await this.#watch(this.#store.follow(change, { signal }), signal);
    const unread = new Set(lacking.filter((content) => this.#held.has(content) && !this.#refused.has(content)));
    for (const content of change.added) {
      if (unread.has(content)) this.#missing.add(content);
      else this.#missing.delete(content);
    }
    return [...unread];
  }

  async #tellEverything(): Promise<void> {
    const { signal } = this.#closing;
    await this.#tell({ added: [...this.#held], removed: [] }, signal);
    this.#isBehind = false;
    const made = this.#late.take(this.#missing);
    if (made.length > 0) await this.put(made, { signal });
    this.#lost = [...this.#missing];
  }

  /** Notices if the store fails. A caller that stops waiting is not a failure of the store. */
  async #watch<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
    try {
      return await work;
    } catch (error) {
      this.#isBehind ||= !signal.aborted;
      throw error;
    }
  }
}
