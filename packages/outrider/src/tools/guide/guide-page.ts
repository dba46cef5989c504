import type { AnyTool } from "toolwright";
import { chooseReadOn } from "../reading-on.ts";
import { fillPage, type PageFacts } from "./fill-page.ts";
import disclosure from "./topics/progressive-disclosure.md" with { type: "text" };
import gettingStarted from "./topics/getting-started.md" with { type: "text" };
import misbehaviors from "./topics/tool-misbehaviors.md" with { type: "text" };
import security from "./topics/security.md" with { type: "text" };

/** A help page shown on request. */
export interface GuidePage {
  readonly topic: string;
  readonly title: string;
  readonly text: string;
}

export type ExplainedTool = Pick<AnyTool, "name" | "description" | "guide" | "inputJsonSchema">;

export interface PageReader {
  /** All tools but the guide: a script calls them, whatever else its reader has. */
  readonly tools: readonly ExplainedTool[];
  /** Names of the tools that the reader sees. */
  readonly offered: readonly string[];
}

/** Pages about all tools, as templates. */
const general: readonly GuidePage[] = [
  { topic: "getting-started", title: "The first calls in a project", text: gettingStarted },
  { topic: "progressive-disclosure", title: "How answers are sized", text: disclosure },
  { topic: "security", title: "What may be touched, and what is refused", text: security },
  { topic: "tool-misbehaviors", title: "Known problems of the tools, by version", text: misbehaviors },
];

/** Pages about all tools; each names only what its reader has. */
export function listGeneralPages({ tools, offered }: PageReader): readonly GuidePage[] {
  const known = tools.map(({ name }) => name);
  const facts: PageFacts = {
    known,
    offered,
    values: { "tools that page": listPaging(tools), "read on": showReadOn(offered) },
  };
  return general.map((page) => ({ ...page, text: fillPage(page.text, facts) }));
}

/** The general pages, and one for each tool that has more to say than its description. */
export function listGuidePages(reader: PageReader): readonly GuidePage[] {
  const pages = reader.tools.flatMap(({ name, description, guide }) =>
    guide === undefined ? [] : [{ topic: name, title: firstSentence(description), text: guide }],
  );
  return [...listGeneralPages(reader), ...pages].toSorted((left, right) => (left.topic < right.topic ? -1 : 1));
}

function firstSentence(text: string): string {
  const [sentence = text] = /^.*?[.:;](?=\s|$)/s.exec(text.trim()) ?? [];
  return sentence.replace(/[.:;]$/, "").replaceAll(/\s+/g, " ");
}

/** Scripts call those that the reader does not see, with the same inputs. */
function listPaging(tools: readonly ExplainedTool[]): string {
  const paging = tools.filter(
    ({ inputJsonSchema: { properties = {} } }) => "offset" in properties && "limit" in properties,
  );
  const names = paging.map(({ name }) => name);
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`;
}

/** As the kernel shows it: the beginning of line 62 of a kept answer. */
function showReadOn(offered: readonly string[]): string {
  const { readWith, readInput } = chooseReadOn(offered);
  return `${readWith} ${JSON.stringify(readInput({ handle: "@out_k3v9", offset: 61 }))}`;
}
