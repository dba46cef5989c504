import * as z from "zod";

/** An environment variable, so that its value is in no file; a key given instead is most likely refused, and never echoed. */
const variable = (holds: string): z.ZodString =>
  z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, `expected the name of the environment variable that holds ${holds}`);

/** Prefixes for every question and every text, as many models require. */
const prefixes = {
  query_prefix: z.string().max(2_000).default(""),
  text_prefix: z.string().max(2_000).default(""),
};

/** A server with OpenAI's embeddings API: OpenAI itself, Ollama, TEI, Voyage, LM Studio, llama.cpp and others. */
const openai = z.strictObject({
  /** The URL that `/embeddings` is appended to, such as "http://localhost:11434/v1". */
  base_url: z.string().superRefine(refuseBadAddress).optional(),
  model: z.string().min(1).optional(),
  /** The variable with the key; without it no key is sent. */
  key_env: variable("the key").optional(),
  /** Requested, and required of every answer. */
  dimensions: z.int().min(1).max(16_384).optional(),
  /** Maximum number of texts per request. */
  batch: z.int().min(1).max(2_048).default(32),
  ...prefixes,
  /** Texts and key may be sent to another machine without encryption. */
  insecure: z.boolean().default(false),
});

/** A model in ONNX format on this machine, run by the package @huggingface/transformers. */
const transformers = z.strictObject({
  /** Its published name, such as "Xenova/all-MiniLM-L6-v2"; a folder with that name below `path`. */
  model: z
    .string()
    .regex(/^[\w-][\w.-]*(?:\/[\w-][\w.-]*)?$/, 'expected a name such as "Xenova/all-MiniLM-L6-v2"')
    .optional(),
  /** Where models are stored. Default: a folder in the user's cache. */
  path: z.string().min(1).optional(),
  /** Whether a missing model is downloaded from the hub. */
  download: z.boolean().default(false),
  dtype: z
    .enum(["auto", "fp32", "fp16", "q8", "int8", "uint8", "q4", "bnb4", "q4f16", "q2", "q2f16", "q1", "q1f16"])
    .default("fp32"),
  pooling: z.enum(["mean", "cls", "last_token"]).default("mean"),
  ...prefixes,
});

const postgres = z.strictObject({
  /** The variable with the connection string, which may contain a password. */
  url_env: variable("the connection string").optional(),
  schema: z
    .string()
    .regex(/^[a-z_][a-z0-9_]{0,62}$/, "expected small letters, digits and _")
    .default("outrider"),
});

/** Semantic search: what creates vectors, and where they are stored. */
export const searchSettingsSchema = z
  .strictObject({
    /** "static": the bundled model; "off": words only. */
    embedder: z.enum(["static", "off", "openai-compatible", "transformers"]).default("static"),
    openai: openai.prefault({}),
    transformers: transformers.prefault({}),
    /** "embedded": in the project's state; "postgres": in a database that several machines share. */
    store: z.enum(["embedded", "postgres"]).default("embedded"),
    postgres: postgres.prefault({}),
  })
  .superRefine((search, context) => {
    const need = (path: readonly [string, string], because: string): void =>
      context.addIssue({ code: "custom", path: [...path], message: `needed, because ${because}` });
    if (search.embedder === "openai-compatible") {
      const because = 'search.embedder is "openai-compatible"';
      if (search.openai.base_url === undefined) need(["openai", "base_url"], because);
      if (search.openai.model === undefined) need(["openai", "model"], because);
    }
    if (search.embedder === "transformers" && search.transformers.model === undefined) {
      need(["transformers", "model"], 'search.embedder is "transformers"');
    }
    if (search.store === "postgres" && search.postgres.url_env === undefined) {
      need(["postgres", "url_env"], 'search.store is "postgres"');
    }
    const { base_url: address, insecure } = search.openai;
    if (address !== undefined && !insecure && isPlainElsewhere(address)) {
      const message = "http goes only to this machine; use https, or set insecure = true";
      context.addIssue({ code: "custom", path: ["openai", "base_url"], message });
    }
  });

export type SearchSettings = z.infer<typeof searchSettingsSchema>;

/** URLs are shown and logged: nothing secret belongs there. */
function refuseBadAddress(address: string, context: z.RefinementCtx<string>): void {
  const refuse = (message: string): void => context.addIssue({ code: "custom", message });
  if (!URL.canParse(address)) return refuse('expected an address such as "https://api.openai.com/v1"');
  const url = new URL(address);
  if (url.protocol !== "https:" && url.protocol !== "http:") return refuse("expected https:// or http://");
  if (url.username !== "" || url.password !== "") return refuse("holds a user or a password; set key_env for a key");
  if (url.search !== "" || url.hash !== "") return refuse("holds ? or #; set key_env for a key");
}

/** Whether data sent there can be read in transit. */
export function isPlainElsewhere(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" && !isLoopback(hostname);
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
