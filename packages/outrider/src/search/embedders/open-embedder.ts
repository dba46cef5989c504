import type { ProcessRunner } from "toolwright";
import type { SearchSettings } from "../../workspace/config/search-settings.ts";
import type { Embedder } from "./embedder.ts";

export interface OpenEmbedderOptions {
  readonly signal: AbortSignal;
  /** Messages for the user that are not errors, such as that long texts were cut. */
  readonly onNote: (note: string) => void;
  /** For a model that runs in its own process. */
  readonly processes: ProcessRunner;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/**
 * The embedder that the user chose; undefined for none. Only that one is loaded. It may have to ask its server or load its
 * model: rejects with an EmbedderError if that fails.
 */
export async function openEmbedder(
  settings: SearchSettings,
  options: OpenEmbedderOptions,
): Promise<Embedder | undefined> {
  options.signal.throwIfAborted();
  switch (settings.embedder) {
    case "off":
      return undefined;
    case "static": {
      const { openStatic } = await import("./static/open-static.ts");
      return await openStatic();
    }
    case "openai-compatible": {
      const { openOpenAiCompatible } = await import("./openai-compatible/open-openai-compatible.ts");
      return await openOpenAiCompatible({ settings: settings.openai, ...options });
    }
    case "transformers": {
      const { openTransformers } = await import("./transformers/open-transformers.ts");
      return await openTransformers({ settings: settings.transformers, ...options });
    }
    default:
      return settings.embedder satisfies never;
  }
}
