import { defineTool, didYouMean, escapeHidden, ToolError } from "toolwright";
import description from "./description.md" with { type: "text" };
import guide from "./guide.md" with { type: "text" };
import type { GuidePage } from "./guide-page.ts";
import { input } from "./schema.ts";

/** Made of what it is to explain, because a tool cannot know its siblings. */
export function createGuideTool(guides: readonly GuidePage[]) {
  const byTopic = new Map(guides.map((page) => [plainTopic(page.topic), page]));
  return defineTool({
    name: "guide",
    description,
    guide,
    input,
    effects: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    examples: [
      { title: "What there is", input: {} },
      { title: "No such topic", input: { topic: "no-such-topic" }, fails: "no_topic" },
    ],
    handle({ topic }): string {
      if (topic === undefined) return guides.map((page) => `${page.topic}: ${page.title}`).join("\n");
      const page = byTopic.get(plainTopic(topic));
      if (page !== undefined) return page.text.trim();
      const nearest = didYouMean(
        topic,
        guides.map((each) => each.topic),
      );
      throw new ToolError(
        "no_topic",
        `There is no guide to ${escapeHidden(JSON.stringify(topic.slice(0, 80)))}.${nearest}`,
        {
          next: { tool: "guide", input: {} },
        },
      );
    },
    format: (text) => text,
  });
}

/** `read_file`, `Read File` and `read-file` are one topic. */
function plainTopic(topic: string): string {
  return topic
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, "-");
}
