import { defineRule } from "../rule.ts";
import type { ListedTool } from "../seen.ts";
import { isToldFailure, replyText } from "./reply-text.ts";

const ownCode = "a path of the server's own code";
const forms: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["a Python traceback", /Traceback \(most recent call last\)|\n\s*File "[^"\n]+", line \d+/],
  ["a JavaScript stack", /\n\s*at (?:async )?[\w.<>$ []+\(?(?:file:\/\/|node:|\/|[A-Za-z]:\\)[^\n]*:\d+:\d+\)?/],
  ["a Java stack", /\n\s*at [\w.$]+\([\w$]+\.java:\d+\)/],
  ["a Go stack", /\bgoroutine \d+ \[running\]/],
  ["a Rust panic", /thread '[^']*' panicked at/],
  [ownCode, /(?:\/|\\)(?:node_modules|site-packages|dist-packages)(?:\/|\\)[^\s"']+/],
];

export const rawException = defineRule({
  id: "E103",
  severity: "error",
  title: "An error shows the inside of the server",
  why: "Stacks and paths tell a model nothing that it can act on, cost hundreds of tokens, and tell every reader how the server is built. A secret in an error is in the hands of the model's provider.",
  fix: "Catch at one place, log the detail to stderr, and answer in a sentence.",
  measured:
    "Errors and answers of all calls are searched for stacks, and for secrets that were planted in the environment. A path of an installed package alone, and a tool that says that it shows the environment, are an info; what was sent is no leak.",
  needs: ["calls"],
  *find({ calls, canaries, listing }) {
    const told = new Set<string>();
    for (const { tool, purpose, input, reply } of calls) {
      // In JSON, the lines of a stack end with two characters.
      const text = `\n${replyText(reply).replaceAll(/(?:\\r)?\\n/g, "\n")}`;
      const sent = JSON.stringify(input);
      const form = isToldFailure(reply) ? forms.find(([, pattern]) => findUnsent(text, pattern, sent) >= 0) : undefined;
      const leaked = canaries.some((canary) => text.includes(canary) && !sent.includes(canary));
      const what = leaked ? "a secret of its environment" : form?.[0];
      if (what === undefined || told.has(`${tool} ${what}`)) continue;
      told.add(`${tool} ${what}`);
      const at = form === undefined ? 0 : findUnsent(text, form[1], sent);
      // A tool that is there to show the environment does what it says.
      const isOpen = leaked && !isToldFailure(reply) && showsEnvironment(listing.tools, tool);
      yield {
        tool,
        at: what,
        cause: what,
        ...(isOpen || what === ownCode ? { severity: "info" as const } : {}),
        message: `${tool} answered with ${what}${purpose === "valid" ? "" : ` to a bad input`}.`,
        evidence: { sent: input, received: text.slice(Math.max(0, at - 80)) },
      };
    }
  },
});

/** Where a pattern is found in words that the caller has not sent itself. */
function findUnsent(text: string, pattern: RegExp, sent: string): number {
  const found = pattern.exec(text);
  return found === null || sent.includes(found[0].trim()) ? -1 : found.index;
}

function showsEnvironment(tools: readonly ListedTool[], name: string): boolean {
  return /\benvironment\b/i.test(tools.find((tool) => tool.name === name)?.description ?? "");
}
