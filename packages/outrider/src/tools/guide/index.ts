import { type Call, defineTool, escapeHidden, ToolError, nearestName, reads } from "toolwright";
import * as z from "zod";
import { createLazyTextSearch } from "../../search/notes/lazy-text-search.ts";
import type { TextSearchOptions } from "../../search/notes/text-search.ts";
import description from "./description.md" with { type: "text" };
import type { GuidePage } from "./guide-page.ts";
import guide from "./guide.md" with { type: "text" };
import type { PageSection } from "./search-pages.ts";

const input = z.strictObject({
  topic: z.string().optional().describe("Topic or question; without it the topics are listed"),
});

type Input = z.infer<typeof input>;

/** Built from the pages it explains, because a tool cannot know its siblings. */
export function createGuideTool(guides: readonly GuidePage[], { byMeaning }: TextSearchOptions = { byMeaning: true }) {
  const texts = createLazyTextSearch({ byMeaning });
  // Built on the first question, which loads what is needed to find headings.
  let sections: readonly PageSection[] | undefined;
  const byTopic = new Map(guides.map((page) => [plainTopic(page.topic), page]));
  return defineTool({
    name: "guide",
    description,
    guide,
    input,
    effects: reads,
    examples: [
      { title: "What there is", input: {} },
      { title: "A question", input: { topic: "which commands are refused" } },
      { title: "Nothing like it", input: { topic: "xyzzy" }, fails: "no_topic" },
    ],
    async handle({ topic }: Input, _services: unknown, { signal }: Pick<Call, "signal">): Promise<string> {
      if (topic === undefined) return guides.map((page) => `${page.topic}: ${page.title}`).join("\n");
      const page = byTopic.get(plainTopic(topic));
      if (page !== undefined) return page.text.trim();
      const suggested = suggestTopic(
        topic,
        guides.map((each) => each.topic),
      );
      if (suggested !== undefined) throw noTopic(topic, ` Did you mean "${suggested}"?`);
      const { searchPages, sectionsOfPages } = await import("./search-pages.ts");
      sections ??= sectionsOfPages(guides);
      const answer = await searchPages(sections, topic, { texts: await texts.get(), signal });
      if (answer === undefined) throw noTopic(topic, "");
      return answer;
    },
    format: (text) => text,
  });
}

function noTopic(topic: string, nearest: string): ToolError {
  const shown = escapeHidden(JSON.stringify(topic.slice(0, 80)));
  return new ToolError("no_topic", `There is no guide to ${shown}.${nearest}`, { next: { tool: "guide", input: {} } });
}

/** `read_file`, `Read File` and `read-file` are the same topic. */
function plainTopic(topic: string): string {
  return topic
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, "-");
}

/** The topic most likely meant by an unknown name; undefined for a question, even if it begins or ends with a topic. */
function suggestTopic(given: string, topics: readonly string[]): string | undefined {
  const nearest = nearestName(given, topics);
  return nearest !== undefined && countWords(given) <= countWords(nearest) ? nearest : undefined;
}

function countWords(name: string): number {
  return name.split(/[\s_-]+/).filter((word) => word !== "").length;
}
