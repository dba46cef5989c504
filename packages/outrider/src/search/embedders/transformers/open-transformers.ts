import { createHash } from "node:crypto";
import { join } from "node:path";
import type { ProcessRunner } from "toolwright";
import type { SearchSettings } from "../../../workspace/config/search-settings.ts";
import { directoryFrom, homeDirectory } from "../../../workspace/paths/inside.ts";
import { createCalls } from "../calls.ts";
import { EmbedderError, type Embedder, isBlank } from "../embedder.ts";
import { runModel } from "./run-model.ts";

export interface TransformersOptions {
  readonly settings: SearchSettings["transformers"];
  readonly signal: AbortSignal;
  readonly processes: ProcessRunner;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Where the package is, if it is not next to Outrider. Never in a project: its code would run. */
  readonly library?: string;
}

/** A local ONNX model. Loads it in its own process to learn the length of its vectors. */
export async function openTransformers(options: TransformersOptions): Promise<Embedder> {
  const { settings, env = process.env, library = "@huggingface/transformers" } = options;
  const { model = "", download, dtype, pooling, query_prefix: queryPrefix, text_prefix: textPrefix } = settings;
  const path = expandHome(settings.path) ?? cacheDirectory(env);
  const scope = options.processes.openScope();
  const running = runModel({ library, model, path, download, dtype, pooling }, scope);
  const calls = createCalls();

  const ask = async (text: string, signal: AbortSignal): Promise<Float32Array> => {
    const [vector] = await running.embed([text], signal);
    if (vector === undefined) throw new EmbedderError("The model gave no vector.", { retryable: false });
    return vector;
  };
  const first = await ask("length of a vector", options.signal).catch(async (error: unknown) => {
    await running.close();
    await scope.close();
    throw error;
  });
  const dimensions = first.length;

  return {
    id: `transformers:${model}:${dtype}:${pooling}:${dimensions}:${digest([queryPrefix, textPrefix])}`,
    dimensions,
    batchSize: 32,
    remote: false,
    embedTexts: (texts, { signal }) =>
      calls.run(signal, async (stop) => {
        const vectors = texts.map((): Float32Array => new Float32Array(dimensions));
        const places = texts.flatMap((text, place) => (isBlank(text) ? [] : [place]));
        if (places.length === 0) return vectors;
        const answers = await running.embed(
          places.map((place) => textPrefix + cut(texts[place] ?? "")),
          stop,
        );
        for (const [at, place] of places.entries()) {
          const answer = answers[at];
          if (answer?.length !== dimensions)
            throw new EmbedderError("The model gave too few numbers.", { retryable: false });
          vectors[place] = answer;
        }
        return vectors;
      }),
    embedQuery: (text, { signal }) =>
      calls.run(signal, async (stop) =>
        isBlank(text) ? new Float32Array(dimensions) : await ask(queryPrefix + cut(text), stop),
      ),
    async close() {
      await calls.close();
      await running.close();
      await scope.close();
    },
  };
}

/** Models read some thousand tokens at most, and their tokenizers take long for text that is cut off afterwards. */
const maxCharacters = 40_000;

function cut(text: string): string {
  return text.length <= maxCharacters ? text : text.slice(0, maxCharacters);
}

function expandHome(path: string | undefined): string | undefined {
  return path === "~" || path?.startsWith("~/") === true ? join(homeDirectory(), path.slice(1)) : path;
}

function cacheDirectory(env: Readonly<Record<string, string | undefined>>): string {
  const base = process.platform === "win32" ? env["LOCALAPPDATA"] : env["XDG_CACHE_HOME"];
  return join(directoryFrom(base) ?? join(homeDirectory(), ".cache"), "outrider", "models");
}

function digest(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 8);
}
