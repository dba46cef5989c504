import { dirname } from "node:path";
import type { ProcessRunner } from "toolwright";
import type { SearchSettings } from "../../workspace/config/search-settings.ts";
import type { Project } from "../../workspace/project.ts";
import { waitUnlessAborted } from "../../workspace/time/limit-signal.ts";
import { openEmbedder } from "../embedders/open-embedder.ts";
import { openStatic } from "../embedders/static/open-static.ts";
import { openEmbeddedStore } from "../stores/embedded.ts";
import { dropVectorFolders } from "../stores/embedded/vector-folders.ts";
import { openStore } from "../stores/open-store.ts";
import type { ContentKey } from "../stores/vector-store.ts";
import { askModel } from "./ask-model.ts";
import { type ChosenModelOptions, createChosenModel } from "./chosen-model.ts";
import { createModelVectors, type ModelVectors } from "./model-vectors.ts";
import type { ProjectVectors } from "./project-vectors.ts";

/** The folders that models of former settings have left on this machine. */
interface ModelFolders {
  /** The project as stores are to see it: what they ask for is remembered. */
  readonly project: Pick<Project, "root" | "state">;
  /** Removes those that no store of this session has asked for. */
  dropUnused(): Promise<void>;
}

export interface ProjectVectorsOptions extends Pick<ChosenModelOptions, "textsOf"> {
  readonly project: Pick<Project, "root" | "state">;
  readonly settings: SearchSettings;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly processes: ProcessRunner;
}

/**
 * With the bundled model alone there is one set of vectors. With another model there are two: the bundled one's answer until the
 * chosen one's are complete. Whatever fails with a model or its store, words still find.
 */
// oxlint-disable-next-line max-lines-per-function -- one state; every function inside is short
export function openProjectVectors({
  project: found,
  settings,
  env,
  processes,
  textsOf,
}: ProjectVectorsOptions): ProjectVectors {
  const isOff = settings.embedder === "off";
  const isStatic = settings.embedder === "static";
  const folders = openModelFolders(found);
  const { project } = folders;
  const store = { store: settings.store, postgres: { ...settings.postgres, url_env: settings.postgres.url_env ?? "" } };
  let problem: string | undefined;
  let opening: Promise<ModelVectors | undefined> | undefined;
  let bundled: ModelVectors | undefined;
  const chosen =
    isOff || isStatic
      ? undefined
      : createChosenModel({
          name: settings.embedder,
          textsOf,
          async dropOld(model) {
            if (settings.store === "postgres") await model.dropOthers();
            // The bundled model's vectors are among those that are used: they answer when this one is away.
            await folders.dropUnused();
          },
          async open(options) {
            const embedder = await openEmbedder(settings, { env, processes, ...options });
            if (embedder === undefined) throw new Error(`There is no model for ${settings.embedder}.`);
            const { id: model, dimensions } = embedder;
            return createModelVectors(embedder, await openStore({ project, model, dimensions, settings: store, env }));
          },
        });

  function fail(error: unknown): undefined {
    problem = error instanceof Error ? error.message : String(error);
  }

  async function openBundled(): Promise<ModelVectors> {
    const embedder = await openStatic();
    const options = { project, model: embedder.id, dimensions: embedder.dimensions };
    return createModelVectors(
      embedder,
      isStatic ? await openStore({ ...options, settings: store, env }) : openEmbeddedStore(options),
    );
  }

  async function open(signal: AbortSignal): Promise<ModelVectors | undefined> {
    opening ??= isOff ? Promise.resolve(undefined) : openBundled().catch(fail);
    bundled = await waitUnlessAborted(opening, signal);
    return bundled;
  }

  /** What fails is told and no more; that nobody waits any longer is no failure. */
  async function attempt(work: Promise<void> | undefined, signal: AbortSignal): Promise<void> {
    try {
      await work;
    } catch (error) {
      signal.throwIfAborted();
      fail(error);
    }
  }

  return {
    wantsStatic: !isOff,
    hasLost: () => bundled?.hasLost() === true,
    async follow(added, removed, signal) {
      const own = await open(signal);
      let unread: readonly ContentKey[] = [];
      const told = own?.follow(added, removed, signal).then((lacking) => {
        unread = lacking;
      });
      await attempt(told, signal);
      await chosen?.follow(added, removed, signal);
      return unread;
    },
    async put(contents, signal) {
      const own = await open(signal);
      await attempt(own?.put(contents, signal), signal);
    },
    async settle(signal) {
      const own = await open(signal);
      await attempt(own?.settle(signal), signal);
      await chosen?.settle(signal);
      // Never those of a model that was chosen and cannot be reached at the moment.
      if (isStatic && own?.missing.size === 0) await attempt(own.dropOthers(), signal);
    },
    async nearest(query, always, signal) {
      if (isOff) return { chunks: undefined, why: "search by meaning is switched off in the settings" };
      const first = await chosen?.nearest(query, always, signal);
      if (first?.chunks !== undefined) return first;
      const own = await open(signal);
      if (own === undefined) return { chunks: undefined, why: first?.why ?? problem ?? "no model could be opened" };
      try {
        const { chunks, why } = await askModel(own, query, always, signal);
        if (chunks === undefined) return { chunks, why: first?.why ?? why };
        problem = undefined;
        if (first === undefined) return { chunks, why };
        return { chunks, why: `${first.why}; meanwhile ${own.model} answers` };
      } catch (error) {
        signal.throwIfAborted();
        fail(error);
        return { chunks: undefined, why: first?.why ?? problem };
      }
    },
    status() {
      const own = chosen?.status();
      if (own !== undefined) return { ...own, problem: own.problem ?? problem };
      const { contents = 0, place = "not yet opened" } = bundled?.status() ?? {};
      return { model: bundled?.model ?? settings.embedder, embedded: contents, place, problem };
    },
    async clear() {
      const own = await open(never);
      await Promise.all([own?.clear(), chosen?.clear()]);
    },
    async close() {
      await Promise.allSettled([opening?.then((own) => own?.close()), chosen?.close()]);
    },
  };
}

const never = new AbortController().signal;

function openModelFolders({ root, state }: Pick<Project, "root" | "state">): ModelFolders {
  const used = new Set<string>();
  return {
    project: {
      root,
      state: {
        ...state,
        async local(...segments) {
          used.add(segments[0] ?? "");
          return await state.local(...segments);
        },
      },
    },
    async dropUnused() {
      // What they have asked for lies beside this, whether there is such a folder or not.
      await dropVectorFolders(dirname(await state.localPath("vectors")), used);
    },
  };
}
