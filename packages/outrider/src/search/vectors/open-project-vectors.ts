import type { ProcessRunner } from "toolwright/process";
import type { SearchSettings } from "../../workspace/config/search-settings.ts";
import type { Project } from "../../workspace/project.ts";
import { openEmbedder } from "../embedders/open-embedder.ts";
import { openStatic } from "../embedders/static/open-static.ts";
import { openEmbeddedStore } from "../stores/embedded.ts";
import { openStore } from "../stores/open-store.ts";
import type { ContentKey } from "../stores/vector-store.ts";
import { createModelVectors, type ModelVectors } from "./model-vectors.ts";
import type { NearestAnswer, ProjectVectors } from "./project-vectors.ts";
import { createRemoteReader } from "./remote-reader.ts";

export interface ProjectVectorsOptions {
  readonly project: Pick<Project, "root" | "state">;
  readonly settings: SearchSettings;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly processes: ProcessRunner;
  /** The texts of a content's chunks, secrets masked; undefined when the project does not hold it any more. */
  readonly textsOf: (content: ContentKey, signal: AbortSignal) => Promise<readonly string[] | undefined>;
}

/**
 * With the bundled model alone there is one set of vectors. With another model there are two: the bundled one's answer until the
 * chosen one's are complete. Whatever fails with a model or its store, words still find.
 */
export function openProjectVectors({
  project,
  settings,
  env,
  processes,
  textsOf,
}: ProjectVectorsOptions): ProjectVectors {
  const closing = new AbortController();
  const isOff = settings.embedder === "off";
  const isStatic = settings.embedder === "static";
  let problem: string | undefined;
  let note: string | undefined;
  let bundled: Promise<ModelVectors | undefined> | undefined;
  let chosen: Promise<ModelVectors | undefined> | undefined;
  let ready: { readonly bundled: ModelVectors | undefined; readonly chosen: ModelVectors | undefined } | undefined;
  const reader = createRemoteReader({ textsOf, signal: closing.signal, onFailure: fail });

  function fail(error: unknown): undefined {
    if (!closing.signal.aborted) problem = error instanceof Error ? error.message : String(error);
  }

  function onNote(text: string): void {
    note = text;
  }

  async function openBundled(): Promise<ModelVectors> {
    const embedder = await openStatic();
    const options = { project, model: embedder.id, dimensions: embedder.dimensions };
    const store = isStatic
      ? await openStore({ ...options, settings: storeOf(settings), env })
      : openEmbeddedStore(options);
    return createModelVectors(embedder, store);
  }

  async function openChosen(): Promise<ModelVectors | undefined> {
    const embedder = await openEmbedder(settings, { signal: closing.signal, env, processes, onNote });
    if (embedder === undefined) return undefined;
    const options = { project, model: embedder.id, dimensions: embedder.dimensions };
    return createModelVectors(embedder, await openStore({ ...options, settings: storeOf(settings), env }));
  }

  async function open(): Promise<NonNullable<typeof ready>> {
    bundled ??= isOff ? Promise.resolve(undefined) : openBundled().catch(fail);
    chosen ??= isOff || isStatic ? Promise.resolve(undefined) : openChosen().catch(fail);
    ready = { bundled: await bundled, chosen: await chosen };
    return ready;
  }

  return {
    wantsStatic: !isOff,
    async follow(added, removed, signal) {
      const models = await open();
      await models.bundled?.follow(added, removed, signal).catch(fail);
      await models.chosen?.follow(added, removed, signal).catch(fail);
      if (models.chosen !== undefined) reader.read(models.chosen);
      const missing = models.bundled?.missing;
      return missing === undefined ? [] : added.filter((content) => missing.has(content));
    },
    async put(contents, signal) {
      await (await open()).bundled?.put(contents, signal).catch(fail);
    },
    async settle(signal) {
      const { bundled: own, chosen: other } = await open();
      await own?.settle(signal).catch(fail);
      await other?.settle(signal).catch(fail);
      const main = other ?? own;
      // The bundled model's answer until the chosen one's are complete.
      if (main !== undefined && main.missing.size === 0) await main.dropOthers().catch(fail);
    },
    async nearest(query, always, signal): Promise<NearestAnswer> {
      if (isOff) return { chunks: undefined, why: "search by meaning is switched off in the settings" };
      const models = await open();
      if (models.chosen !== undefined) reader.read(models.chosen);
      let why: string | undefined;
      for (const model of [models.chosen, models.bundled]) {
        if (model === undefined) continue;
        const { contents } = model.status();
        if (model.missing.size > (contents + model.missing.size) * mostMissing) {
          why ??= `${model.model} has read ${contents} of ${contents + model.missing.size} files`;
          continue;
        }
        try {
          return {
            chunks: await model.nearest(query, always, signal),
            why: why === undefined ? undefined : `${why}; meanwhile ${model.model} answers`,
          };
        } catch (error) {
          signal.throwIfAborted();
          fail(error);
          why ??= error instanceof Error ? error.message : String(error);
        }
      }
      return { chunks: undefined, why: why ?? problem ?? "no model could be opened" };
    },
    status() {
      const model = ready?.chosen ?? ready?.bundled;
      const store = model?.status();
      return {
        model: isOff ? "off" : (model?.model ?? settings.embedder),
        embedded: store?.contents ?? 0,
        missing: model?.missing.size ?? 0,
        place: store?.place ?? "not yet opened",
        problem: problem ?? note,
      };
    },
    async clear() {
      const models = await open();
      await Promise.all([models.bundled?.clear(), models.chosen?.clear()]);
    },
    async close() {
      closing.abort(new Error("The search is closed."));
      await reader.close();
      await Promise.allSettled([bundled?.then((model) => model?.close()), chosen?.then((model) => model?.close())]);
    },
  };
}

/** Without a vector a file is found by its words alone; a few such files do not spoil an answer. */
const mostMissing = 0.02;

function storeOf({ store, postgres }: SearchSettings): Parameters<typeof openStore>[0]["settings"] {
  return { store, postgres: { url_env: postgres.url_env ?? "", schema: postgres.schema } };
}
