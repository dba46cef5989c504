/** A provider with a package of the AI SDK. */
export interface Provider {
  readonly id: string;
  readonly package: string;
  /** What the package exports that makes the provider of a key and an address. */
  readonly factory: string;
  readonly keyVariable: string;
  /** Where it lists its models for people. */
  readonly modelsPage: string;
  readonly call?: Readonly<Record<string, unknown>>;
}

/** The providers that `--model` knows by name. */
export const providers: readonly Provider[] = [
  {
    id: "anthropic",
    package: "@ai-sdk/anthropic",
    factory: "createAnthropic",
    keyVariable: "ANTHROPIC_API_KEY",
    modelsPage: "https://docs.claude.com/en/docs/about-claude/models/overview",
  },
  {
    id: "openai",
    package: "@ai-sdk/openai",
    factory: "createOpenAI",
    keyVariable: "OPENAI_API_KEY",
    modelsPage: "https://platform.openai.com/docs/models",
    // Unless told, this provider keeps every answer.
    call: { providerOptions: { openai: { store: false } } },
  },
  {
    id: "google",
    package: "@ai-sdk/google",
    factory: "createGoogleGenerativeAI",
    keyVariable: "GOOGLE_GENERATIVE_AI_API_KEY",
    modelsPage: "https://ai.google.dev/gemini-api/docs/models",
  },
];

/** Packages that speak to any server with OpenAI's interface for chats, the better one first. */
export const serverPackages = [
  { package: "@ai-sdk/openai-compatible", factory: "createOpenAICompatible" },
  { package: "@ai-sdk/openai", factory: "createOpenAI" },
] as const;
