import type { AnyTool, Caller } from "toolwright";
import {
  combineProviders,
  createDocumentProvider,
  createProbeResources,
  createToolGuideProvider,
  type ResourceProvider,
} from "toolwright/mcp";
import { createMemoryResources } from "./memory-resources.ts";
import type { SessionMemories } from "./session-memories.ts";
import { createSummaryResource } from "./summary-resource.ts";

export interface ResourceOptions extends SessionMemories {
  /** For the tool guide; a function where some may be hidden. */
  readonly tools: readonly AnyTool[] | ((caller?: Caller) => readonly AnyTool[] | Promise<readonly AnyTool[]>);
  /** Texts about all tools, at `doc://<topic>`. */
  readonly pages: readonly { readonly topic: string; readonly title: string; readonly text: string }[];
  /** For measuring what a client delivers; not for everyday use. */
  readonly probe?: boolean;
}

/** Everything that Outrider offers by address. */
export function createResources({ tools, pages, probe = false, ...session }: ResourceOptions): ResourceProvider {
  const documents = pages.map(({ topic, title, text }) => ({
    uri: `doc://${topic}`,
    title,
    description: `${title}.`,
    text,
  }));
  return combineProviders([
    createMemoryResources(session),
    createSummaryResource(session),
    createToolGuideProvider({ tools }),
    createDocumentProvider(documents),
    ...(probe ? [createProbeResources()] : []),
  ]);
}
