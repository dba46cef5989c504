import { defineRule } from "../rule.ts";
import type { ListedTool } from "../seen.ts";
import { isToldFailure, replyText } from "./reply-text.ts";

const forms: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["a Python traceback", /Traceback \(most recent call last\)|\n\s*File "[^"\n]+", line \d+/],
  ["a JavaScript stack", /\n\s*at (?:async )?[\w.<>$ []+\(?(?:file:\/\/|node:|\/|[A-Za-z]:\\)[^\n]*:\d+:\d+\)?/],
  ["a Java stack", /\n\s*at [\w.$]+\([\w$]+\.java:\d+\)/],
  ["a Go stack", /\bgoroutine \d+ \[running\]/],
  ["a Rust panic", /thread '[^']*' panicked at/],
  ["a path of the server's own code", /(?:\/|\\)(?:node_modules|site-packages|dist-packages)(?:\/|\\)[^\s"']+/],
];

export const rawException = defineRule({
  id: "E103",
  severity: "error",
  title: "An error shows the inside of the server",
  why: "Stacks and paths tell a model nothing that it can act on, cost hundreds of tokens, and tell every reader how the server is built. A secret in an error is in the hands of the model's provider.",
  fix: "Catch at one place, log the detail to stderr, and answer in a sentence.",
  measured:
    "Errors and answers of all calls are searched for stacks, paths of installed packages, and for secrets that were planted in the environment.",
  needs: ["calls"],
  *find({ calls, canaries, listing }) {
    const told = new Set<string>();
    for (const { tool, purpose, input, reply } of calls) {
      const text = replyText(reply);
      const form = isToldFailure(reply) ? forms.find(([, pattern]) => pattern.test(`\n${text}`)) : undefined;
      const leaked = canaries.some((canary) => text.includes(canary));
      const what = leaked ? "a secret of its environment" : form?.[0];
      if (what === undefined || told.has(`${tool} ${what}`)) continue;
      told.add(`${tool} ${what}`);
      const at = form?.[1].exec(`\n${text}`)?.index ?? 0;
      // A tool that is there to show the environment does what it says; that it shows secrets, too, is worth a look.
      const isOpen = leaked && !isToldFailure(reply) && showsEnvironment(listing.tools, tool);
      yield {
        tool,
        at: what,
        ...(isOpen ? { severity: "warning" as const } : {}),
        message: `${tool} answered with ${what}${purpose === "valid" ? "" : ` to a bad input`}.`,
        evidence: { sent: input, received: text.slice(Math.max(0, at - 80)) },
      };
    }
  },
});

function showsEnvironment(tools: readonly ListedTool[], name: string): boolean {
  return /\benvironment\b/i.test(tools.find((tool) => tool.name === name)?.description ?? "");
}
