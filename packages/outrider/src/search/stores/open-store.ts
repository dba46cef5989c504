import { ToolError } from "toolwright";
import type { Project } from "../../workspace/project.ts";
import { shortHash } from "../../workspace/projects/state-directory.ts";
import { openEmbeddedStore } from "./embedded.ts";
import type { VectorStore } from "./vector-store.ts";

/** From the user's own settings: a repository must not decide where vectors go. */
export interface StoreSettings {
  readonly store: "embedded" | "postgres";
  readonly postgres: {
    /** The environment variable with the URL, including the password. */
    readonly url_env: string;
    readonly schema: string;
  };
}

export interface OpenStoreOptions {
  readonly settings: StoreSettings;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly project: Pick<Project, "root" | "state">;
  /** Everything that vectors depend on besides the content: the model, its version, and the chunking. */
  readonly model: string;
  readonly dimensions: number;
}

/** The store named in the settings. Nothing is opened or connected before the first question. */
export async function openStore({ settings, env, project, model, dimensions }: OpenStoreOptions): Promise<VectorStore> {
  if (settings.store === "embedded") return openEmbeddedStore({ project, model, dimensions });
  const { url_env: urlName, schema } = settings.postgres;
  const url = env[urlName];
  if (url === undefined || url === "") throw noUrl(urlName);
  // Loaded only if needed: most sessions never use the client.
  const { openPostgresStore } = await import("./postgres.ts");
  // The path of local state contains a secret of this machine and the project's root; only its hash leaves the machine.
  const checkout = shortHash(`${await project.state.localPath("vectors")} ${project.root}`);
  return openPostgresStore({ url, urlName, schema, model, dimensions, checkout });
}

function noUrl(urlName: string): ToolError {
  return new ToolError(
    "no_store_url",
    `The settings say that vectors are in PostgreSQL, but the environment has no ${urlName}. Set it to an address such as postgres://user:password@host:5432/database, or choose store = "embedded".`,
  );
}
