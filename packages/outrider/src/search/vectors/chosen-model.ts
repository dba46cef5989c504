import type { ContentKey } from "../stores/vector-store.ts";
import { askModel, describeRefused, joinNotes } from "./ask-model.ts";
import type { ModelVectors } from "./model-vectors.ts";
import type { ProjectVectors, VectorsStatus } from "./project-vectors.ts";
import { createRemoteReader, type RemoteReaderOptions } from "./remote-reader.ts";

export interface ChosenModelOptions {
  /** What the settings call it. */
  readonly name: string;
  readonly open: (options: {
    readonly signal: AbortSignal;
    readonly onNote: (note: string) => void;
  }) => Promise<ModelVectors>;
  /** The texts of a content's chunks, secrets masked; undefined when the project does not hold it any more. */
  readonly textsOf: RemoteReaderOptions["textsOf"];
  /** This one has read everything: what models of former settings have made can go. */
  readonly dropOld: (model: ModelVectors) => Promise<void>;
}

/** A model that is not the bundled one. It may be slow or away: it is opened, and reads, while others answer. */
export interface ChosenModel extends Pick<ProjectVectors, "settle" | "nearest" | "clear" | "close"> {
  follow(added: readonly ContentKey[], removed: readonly ContentKey[], signal: AbortSignal): Promise<void>;
  status(): VectorsStatus;
}

// oxlint-disable-next-line max-lines-per-function -- one state; every function inside is short
export function createChosenModel({ name, open, textsOf, dropOld }: ChosenModelOptions): ChosenModel {
  const closing = new AbortController();
  /** What it is told when it is open. */
  const held = new Set<ContentKey>();
  let opening: Promise<void> | undefined;
  let model: ModelVectors | undefined;
  /** Whether it knows all that is held; before that it would seem to lack nothing. */
  let isTold = false;
  /** Whether that is all that the project holds. */
  let isWhole = false;
  let isTidy = false;
  let problem: string | undefined;
  let note: string | undefined;
  const reader = createRemoteReader({ textsOf, signal: closing.signal, onFailure: fail, onDone: tidy });

  function fail(error: unknown): undefined {
    if (!closing.signal.aborted) problem = error instanceof Error ? error.message : String(error);
  }

  function onNote(text: string): void {
    note = text;
  }

  async function openAndTell(): Promise<void> {
    model = await open({ signal: closing.signal, onNote });
    problem = undefined;
    await model.follow([...held], [], closing.signal).catch(fail);
    isTold = true;
    readOn();
    if (isWhole) await settle(closing.signal);
  }

  async function settle(signal: AbortSignal): Promise<void> {
    isWhole = true;
    if (model === undefined || !isTold) return;
    try {
      await model.settle(signal);
      await tidy();
    } catch (error) {
      signal.throwIfAborted();
      fail(error);
    }
  }

  async function tidy(): Promise<void> {
    if (model === undefined || isTidy || !isWhole || model.missing.size > 0) return;
    isTidy = true;
    await dropOld(model);
  }

  /** Opens it, or lets it read on; after a failure, too. */
  function wake(): void {
    if (closing.signal.aborted) return;
    if (model !== undefined) return readOn();
    opening ??= openAndTell()
      .catch(fail)
      .finally(() => {
        opening = undefined;
      });
  }

  function readOn(): void {
    if (isTold && model !== undefined && reader.read(model)) problem = undefined;
  }

  return {
    async follow(added, removed, signal) {
      for (const content of removed) held.delete(content);
      for (const content of added) held.add(content);
      try {
        await model?.follow(added, removed, signal);
      } catch (error) {
        signal.throwIfAborted();
        fail(error);
      }
      // What has failed is tried again with the next question, not with every file.
      if (problem === undefined) wake();
    },
    settle,
    async nearest(query, always, signal) {
      const before = problem;
      wake();
      if (model === undefined || !isTold) return { chunks: undefined, why: problem ?? `${name} is being opened` };
      try {
        const { chunks, why } = await askModel(model, query, always, signal);
        // The store may have come back with less than it had.
        readOn();
        if (chunks === undefined) return { chunks, why: joinNotes([why, problem ?? before]) };
        problem = undefined;
        return { chunks, why: joinNotes([why, note]) };
      } catch (error) {
        signal.throwIfAborted();
        fail(error);
        return { chunks: undefined, why: problem };
      }
    },
    status() {
      if (model === undefined) return { model: name, embedded: 0, place: "not yet opened", problem };
      const { contents, place } = model.status();
      // As long as others are still read, this is not what is to be waited for.
      const left = model.missing.size === 0 ? describeRefused(model) : undefined;
      return { model: model.model, embedded: contents, place, problem: problem ?? left };
    },
    async clear() {
      held.clear();
      isWhole = false;
      await model?.clear();
    },
    async close() {
      closing.abort(new Error("The search is closed."));
      await opening;
      await reader.close();
      await model?.close();
    },
  };
}
