import type { HttpOptions, StdioOptions } from "../../src/mcp/index.ts";

/** What a test tells the fixture server, as JSON on its command line. */
export interface FixtureSettings {
  readonly transport: "stdio" | "http";
  readonly variant: "full" | "bare";
  readonly spillDirectory: string;
  readonly featureAtStart?: boolean;
  readonly http?: HttpOptions;
  readonly stdio?: Pick<StdioOptions, "maxMessageBytes">;
}
