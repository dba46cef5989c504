import * as z from "zod";
import { defineTool } from "../../src/tool/define-tool.ts";
import { reads, writes } from "../../src/tool/effects.ts";
import { askForm, readForm } from "../../src/tool/question.ts";
import type { AnyTool } from "../../src/tool/tool.ts";
import { ToolError } from "../../src/tool/tool-error.ts";

/** What the tools have done and seen, in order. */
export type Journal = string[];

/** Who may call what, in every host. */
export const access = { tools: { forbidden: "deny", remove: "ask" } } as const;

const empty = z.strictObject({});
const text = z.strictObject({ text: z.string().describe("Any text") });
const amount = z.strictObject({ count: z.int().describe("How many") });

/** One tool for each way in which a call can go. */
export function createSuiteTools(journal: Journal): readonly AnyTool[] {
  return [
    defineTool({
      name: "echo",
      description: "Says it again.",
      input: text,
      effects: reads,
      handle: ({ text: said }) => `Heard: ${said}`,
    }),
    defineTool({
      name: "fail",
      description: "Fails.",
      input: empty,
      effects: reads,
      handle() {
        throw new ToolError("no_luck", "There was no luck.");
      },
    }),
    defineTool({
      name: "crash",
      description: "Has a mistake.",
      input: empty,
      effects: reads,
      handle() {
        throw new TypeError("the secret of the house");
      },
    }),
    ...createGuardedTools(journal),
    ...createEndlessTools(journal),
    defineTool({
      name: "long",
      description: "Says a lot.",
      input: empty,
      effects: reads,
      handle: () => Array.from({ length: 20_000 }, (_, line) => `line ${line}`).join("\n"),
    }),
    defineTool({
      name: "picture",
      description: "Shows a picture.",
      input: empty,
      effects: reads,
      handle: () => "A picture.",
      attach: () => [{ kind: "image", mimeType: "image/png", data: "aGk=" }],
    }),
    defineTool({
      name: "step",
      description: "Goes step by step.",
      input: empty,
      effects: reads,
      handle(_input, _services, call) {
        call.progress({ message: "Half of it", done: 1, total: 2 });
        return "All of it.";
      },
    }),
  ];
}

/** Tools that a policy or a person stands in front of. */
function createGuardedTools(journal: Journal): readonly AnyTool[] {
  return [
    defineTool({
      name: "forbidden",
      description: "Must not run.",
      input: empty,
      effects: writes,
      handle: () => void journal.push("forbidden"),
    }),
    defineTool({
      name: "remove",
      description: "Removes something.",
      input: text,
      effects: writes,
      handle({ text: name }) {
        journal.push(`removed ${name}`);
        return `Removed ${name}.`;
      },
    }),
    defineTool({
      name: "order",
      description: "Asks how many.",
      input: empty,
      effects: reads,
      async handle(_input, _services, call) {
        const answer = await readForm(call.answers["amount"], amount);
        if (answer.status === "missing") return call.ask({ amount: askForm("How many?", amount) });
        return answer.status === "declined" ? "Nothing." : `Ordered ${answer.value.count}.`;
      },
    }),
  ];
}

function createEndlessTools(journal: Journal): readonly AnyTool[] {
  const never = (): Promise<string> => new Promise(() => {});
  return [
    defineTool({
      name: "stuck",
      description: "Heeds nothing.",
      input: empty,
      effects: reads,
      deadlineMs: 300,
      handle: never,
    }),
    defineTool({
      name: "wait",
      description: "Waits until it is told to stop.",
      input: empty,
      effects: reads,
      handle: async (_input, _services, call) =>
        await new Promise<string>((resolve) => {
          journal.push("waits");
          call.signal.addEventListener("abort", () => {
            journal.push("told to stop");
            resolve("Stopped.");
          });
        }),
    }),
    defineTool({
      name: "sleep",
      description: "Runs a process that sleeps.",
      input: text,
      effects: reads,
      async handle({ text: mark }, _services, call) {
        await call.exec("sh", ["-c", `sleep 61.${mark} & sleep 61.${mark} & wait`, mark]);
        return "Slept.";
      },
    }),
  ];
}
