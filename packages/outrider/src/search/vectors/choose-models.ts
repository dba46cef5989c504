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

/** The models that the settings want, each with the store that its vectors are in. */
export interface ModelChoice {
  /** The model in the package. */
  openBundled(): Promise<OpenModel>;
  /** Another one that the settings name. It may be slow or away. */
  readonly chosen: ChosenModel | undefined;
}

interface ChosenModel {
  /** What the settings call it. */
  readonly name: string;
  open(options: { readonly signal: AbortSignal; readonly onNote: (note: string) => void }): Promise<OpenModel>;
  /** Removes what models of former settings have left. The bundled model's vectors stay, for when this one is away. */
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
    // Beside a chosen model it only helps out on this machine.
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

/** The project as stores are to see it: the folders that they ask for count as used. */
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
    /** Removes the folders of vectors that no store of this session has asked for. */
    async dropUnused(): Promise<void> {
      // All of them lie beside this one, whether it exists or not.
      await dropVectorFolders(dirname(await state.localPath("vectors")), used);
    },
  };
}
