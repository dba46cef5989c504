import type { AnyTool } from "toolwright";
import { progressiveDisclosureGuide } from "toolwright/mcp";
import gettingStarted from "./topics/getting-started.md" with { type: "text" };
import security from "./topics/security.md" with { type: "text" };

/** A text on demand. */
export interface GuidePage {
  readonly topic: string;
  readonly title: string;
  readonly text: string;
  /** Tools that it sends the reader to: without them it is of no use. */
  readonly needs?: readonly string[];
}

/** About all tools. */
export const generalPages: readonly GuidePage[] = [
  {
    topic: "getting-started",
    title: "The first calls in a project",
    text: gettingStarted,
    needs: ["workspace", "onboarding", "memory", "tree", "create_file", "run_command"],
  },
  {
    topic: "progressive-disclosure",
    title: progressiveDisclosureGuide.title,
    text: typeof progressiveDisclosureGuide.text === "string" ? progressiveDisclosureGuide.text : "",
  },
  { topic: "security", title: "What may be touched, and what is refused", text: security },
];

/** Of the pages about all tools those that these tools can follow. */
export function listGeneralPages(tools: readonly Pick<AnyTool, "name">[]): readonly GuidePage[] {
  const isThere = (name: string): boolean => tools.some((tool) => tool.name === name);
  return generalPages.filter(({ needs = [] }) => needs.every(isThere));
}

/** The pages about all tools, and one for each that has more to say than its description. */
export function listGuidePages(
  tools: readonly Pick<AnyTool, "name" | "description" | "guide">[],
): readonly GuidePage[] {
  const pages = tools.flatMap(({ name, description, guide }) =>
    guide === undefined ? [] : [{ topic: name, title: firstSentence(description), text: guide }],
  );
  return [...generalPages, ...pages].toSorted((left, right) => (left.topic < right.topic ? -1 : 1));
}

function firstSentence(text: string): string {
  const [sentence = text] = /^.*?[.:;](?=\s|$)/s.exec(text.trim()) ?? [];
  return sentence.replace(/[.:;]$/, "").replaceAll(/\s+/g, " ");
}
