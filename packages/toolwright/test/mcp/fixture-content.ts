import type { Prompt, ResourceProvider } from "../../src/mcp/index.ts";
import { report } from "./fixture-tools.ts";

const documents: Readonly<Record<string, string>> = { "doc://one": "first", "doc://two": "second" };
const topics = ["apples", "apricots", "pears"];

export const resources: ResourceProvider = {
  templates: [
    {
      uriTemplate: "topic://{topic}",
      name: "topic",
      complete: { topic: (typed) => topics.filter((topic) => topic.startsWith(typed)) },
    },
  ],
  list: () => Object.keys(documents).map((uri) => ({ uri, name: uri.slice("doc://".length), mimeType: "text/plain" })),
  async read(uri, { signal }) {
    if (uri === "doc://broken") throw new Error("a secret of the provider");
    if (uri === "doc://slow") {
      report("read-started");
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      report("read-aborted");
    }
    const topic = uri.startsWith("topic://") ? uri.slice("topic://".length) : undefined;
    if (topic !== undefined) return [{ uri, body: { text: `about ${topic}` } }];
    const text = documents[uri];
    return text === undefined ? undefined : [{ uri, mimeType: "text/plain", body: { text } }];
  },
};

export const prompts: readonly Prompt[] = [
  {
    name: "greet",
    description: "Greets somebody.",
    arguments: [
      { name: "who", description: "A name", required: true, complete: (typed) => [`${typed}a`, `${typed}b`] },
      { name: "mood", description: "How" },
    ],
    render: ({ who = "", mood = "plainly" }) => [{ role: "user", content: `Greet ${who} ${mood}.` }],
  },
  {
    name: "broken",
    description: "Fails.",
    arguments: [{ name: "what", description: "Anything", complete: throwSecret }],
    render: throwSecret,
  },
  {
    name: "ask_first",
    description: "Asks before it is rendered.",
    render(_given, { answers, ask }) {
      const answer = answers["colour"];
      if (answer === undefined) {
        const fields = { type: "object", properties: { colour: { type: "string" } } } as const;
        return ask({ colour: { kind: "form", message: "Which colour?", fields } });
      }
      return [{ role: "user", content: `Answer: ${JSON.stringify(answer)}` }];
    },
  },
];

function throwSecret(): never {
  throw new Error("a secret of the application");
}
