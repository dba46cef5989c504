/* Peers that only a benchmark compares with: `npm ci --prefix bench` installs them, type checking does without. */
declare module "ai";
declare module "ai/test" {
  export const MockLanguageModelV4: new (options: unknown) => MockLanguageModelV4;
  // oxlint-disable-next-line typescript/no-explicit-any -- the type of a package that is not installed here
  export type MockLanguageModelV4 = any;
}
declare module "execa";
declare module "fastmcp";
declare module "@openai/agents";
declare module "@mastra/core";
declare module "@mastra/core/agent";
declare module "@mastra/core/agent/durable";
declare module "@mastra/core/storage";
declare module "@mastra/core/tools";
declare module "@mastra/libsql";
