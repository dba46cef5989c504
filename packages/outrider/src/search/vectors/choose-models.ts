import { dirname } from "node:path";
import type { ProcessRunner } from "toolwright";
import type { SearchSettings } from "../../workspace/config/search-settings.ts";
import type { Project } from "../../workspace/project.ts";
import type { StateDirectory } from "../../workspace/projects/state-directory.ts";
import type { Embedder } from "../embedders/embedder.ts";
import { openEmbedder } from "../embedders/open-embedder.ts";
import { openStatic } from "../embedders/static/open-static.ts";
import { openEmbeddedStore } from "../stores/embedded.ts";
import { dropVectorFolders } from "../stores/embedded/vector-folders.ts";
import { openStore } from "../stores/open-store.ts";
import { TrackedStore } from "../stores/tracked-store.ts";
import type { VectorStore } from "../stores/vector-store.ts";
import type { OpenModel } from "./model-state.ts";

export interface ModelChoiceOptions {
  readonly project: Pick<Project, "root" | "state">;
  readonly settings: SearchSettings;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly processes: ProcessRunner;
}

/** The models from the settings, each with the store for its vectors. */
export interface ModelChoice {
  /** The model that comes with the package. */
  openBundled(): Promise<OpenModel>;
  /** Another model named in the settings. It may be slow or unreachable. */
  readonly chosen: ChosenModel | undefined;
}

interface ChosenModel {
  /** Its name in the settings. */
  readonly name: string;
  open(options: { readonly signal: AbortSignal; readonly onNote: (note: string) => void }): Promise<OpenModel>;
  /** Removes what models of former settings have left. Keeps the bundled model's vectors, as a fallback for this one. */
  dropFormer(model: OpenModel): Promise<void>;
}

export function chooseModels({ project: found, settings, env, processes }: ModelChoiceOptions): ModelChoice {
  const { project, dropUnused } = rememberFolders(found);
  const isShared = settings.store === "postgres";
  const storeSettings = {
    store: settings.store,
    postgres: { ...settings.postgres, url_env: settings.postgres.url_env ?? "" },
  };
  const openOwnStore = async ({ id: model, dimensions }: Embedder): Promise<VectorStore> =>
    await openStore({ project, model, dimensions, settings: storeSettings, env });

  async function openBundled(): Promise<OpenModel> {
    const embedder = await openStatic();
    const { id: model, dimensions } = embedder;
    // Next to a chosen model it is just a local fallback.
    const store =
      settings.embedder === "static" ? await openOwnStore(embedder) : openEmbeddedStore({ project, model, dimensions });
    return { embedder, store: new TrackedStore(store) };
  }

  if (settings.embedder === "static") return { openBundled, chosen: undefined };
  return {
    openBundled,
    chosen: {
      name: settings.embedder,
      async open(options) {
        const embedder = await openEmbedder(settings, { env, processes, ...options });
        if (embedder === undefined) throw new Error(`There is no model for ${settings.embedder}.`);
        return { embedder, store: new TrackedStore(await openOwnStore(embedder)) };
      },
      async dropFormer({ store }) {
        if (isShared) await store.dropOthers();
        await dropUnused();
      },
    },
  };
}

/** The project as passed to stores: records which folders they use. */
function rememberFolders({ root, state }: Pick<Project, "root" | "state">) {
  const used = new Set<string>();
  const watched: StateDirectory = {
    ...state,
    async local(...segments) {
      used.add(segments[0] ?? "");
      return await state.local(...segments);
    },
  };
  return {
    project: { root, state: watched },
    /** Removes the vector folders that no store of this session has used. */
    async dropUnused(): Promise<void> {
      // All of them are next to this one, whether it exists or not.
      await dropVectorFolders(dirname(await state.localPath("vectors")), used);
    },
  };
}
