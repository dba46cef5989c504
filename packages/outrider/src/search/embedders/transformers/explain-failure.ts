import { join } from "node:path";
import { EmbedderError } from "../embedder.ts";

/** Which model is run, and how. */
export interface ModelPlace {
  /** The package, or the file of it. */
  readonly library: string;
  readonly model: string;
  readonly path: string;
  readonly download: boolean;
  readonly dtype: string;
  readonly pooling: string;
}

/** Why a model does not run, with what to do about it. */
export function explainFailure(
  place: ModelPlace,
  failure: { readonly code?: unknown; readonly message: string },
): EmbedderError {
  const { model, path, library } = place;
  if (failure.code === "ERR_MODULE_NOT_FOUND" && failure.message.includes(library)) {
    const next = `npm install ${library} where Outrider is installed (with --global if Outrider is)`;
    return new EmbedderError(
      `The package ${library} is not installed; run ${next}, or set search.embedder = "static".`,
      {
        retryable: false,
      },
    );
  }
  const said = failure.message.replaceAll(/\s+/g, " ").slice(0, 300);
  if (
    !place.download &&
    /local_files_only|not found locally|allowRemoteModels|Unable to (?:load|find)|ENOENT/i.test(said)
  ) {
    const next = `put its files there, or set search.transformers.download = true to have them fetched`;
    return new EmbedderError(`The model ${model} is not whole in ${join(path, model)} (${said}); ${next}.`, {
      retryable: false,
    });
  }
  return new EmbedderError(`The model ${model} does not run: ${said}.`, { retryable: false });
}
