import * as z from "zod";

/** A name, so that what it names is in no file; a key in its place is most likely refused, and never repeated. */
const variable = (holds: string): z.ZodString =>
  z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, `expected the name of the environment variable that holds ${holds}`);

/** In front of every question and every text, as many models want it. */
const prefixes = {
  query_prefix: z.string().max(2_000).default(""),
  text_prefix: z.string().max(2_000).default(""),
};

/** A server that speaks OpenAI's protocol for embeddings: OpenAI itself, Ollama, TEI, Voyage, LM Studio, llama.cpp and others. */
const openai = z.strictObject({
  /** What `/embeddings` is added to, such as "http://localhost:11434/v1". */
  base_url: z.string().superRefine(refuseBadAddress).optional(),
  model: z.string().min(1).optional(),
  /** The variable with the key; no key is sent without it. */
  key_env: variable("the key").optional(),
  /** Asked for, and expected of every answer. */
  dimensions: z.int().min(1).max(16_384).optional(),
  /** Most texts in one request. */
  batch: z.int().min(1).max(2_048).default(32),
  ...prefixes,
  /** Texts and key may go to another machine without encryption. */
  insecure: z.boolean().default(false),
});

/** A model in ONNX form on this machine, run by the package @huggingface/transformers. */
const transformers = z.strictObject({
  /** As its maker calls it, such as "Xenova/all-MiniLM-L6-v2"; a folder of that name below `path`. */
  model: z
    .string()
    .regex(/^[\w-][\w.-]*(?:\/[\w-][\w.-]*)?$/, 'expected a name such as "Xenova/all-MiniLM-L6-v2"')
    .optional(),
  /** Where models are and go. Default: a folder of the user's cache. */
  path: z.string().min(1).optional(),
  /** Whether a model that is not there is fetched from its maker's hub. */
  download: z.boolean().default(false),
  dtype: z
    .enum(["auto", "fp32", "fp16", "q8", "int8", "uint8", "q4", "bnb4", "q4f16", "q2", "q2f16", "q1", "q1f16"])
    .default("fp32"),
  pooling: z.enum(["mean", "cls", "last_token"]).default("mean"),
  ...prefixes,
});

const postgres = z.strictObject({
  /** The variable with the connection string, which may hold a password. */
  url_env: variable("the connection string").optional(),
  schema: z
    .string()
    .regex(/^[a-z_][a-z0-9_]{0,62}$/, "expected small letters, digits and _")
    .default("outrider"),
});

/** Search by meaning: what makes vectors, and where they are. */
export const searchSettingsSchema = z
  .strictObject({
    /** "static": the bundled model; "off": by words alone. */
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

/** What is in an address is shown and logged: nothing secret belongs there. */
function refuseBadAddress(address: string, context: z.RefinementCtx<string>): void {
  const refuse = (message: string): void => context.addIssue({ code: "custom", message });
  if (!URL.canParse(address)) return refuse('expected an address such as "https://api.openai.com/v1"');
  const url = new URL(address);
  if (url.protocol !== "https:" && url.protocol !== "http:") return refuse("expected https:// or http://");
  if (url.username !== "" || url.password !== "") return refuse("holds a user or a password; set key_env for a key");
  if (url.search !== "" || url.hash !== "") return refuse("holds ? or #; set key_env for a key");
}

/** Whether what is sent there can be read on the way. */
export function isPlainElsewhere(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" && !isLoopback(hostname);
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
