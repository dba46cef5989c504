import type { AnyTool } from "toolwright";
import { progressiveDisclosureGuide } from "toolwright/mcp";
import gettingStarted from "./topics/getting-started.md" with { type: "text" };
import security from "./topics/security.md" with { type: "text" };

/** A help page shown on request. */
export interface GuidePage {
  readonly topic: string;
  readonly title: string;
  readonly text: string;
  /** Tools that it refers to: without them it is of no use. */
  readonly needs?: readonly string[];
}

/** Pages about all tools. */
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

/** The general pages that are useful with these tools. */
export function listGeneralPages(tools: readonly Pick<AnyTool, "name">[]): readonly GuidePage[] {
  const isThere = (name: string): boolean => tools.some((tool) => tool.name === name);
  return generalPages.filter(({ needs = [] }) => needs.every(isThere));
}

/** The general pages, and one for each tool that has more to say than its description. */
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
