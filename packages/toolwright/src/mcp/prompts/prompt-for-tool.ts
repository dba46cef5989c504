import type { JsonSchema } from "../../tool/schema.ts";
import type { AnyTool } from "../../tool/tool.ts";
import type { Prompt, PromptArgument } from "./prompt.ts";

/** Lets a person pick a tool as they pick a command: its fields become arguments, closed sets of words are completed. */
export function promptForTool(
  tool: AnyTool,
  completions: Readonly<Record<string, NonNullable<PromptArgument["complete"]>>> = {},
): Prompt {
  const { properties = {}, required = [] } = tool.inputJsonSchema;
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    arguments: Object.entries(properties).map(([name, field]): PromptArgument => {
      const complete = Object.hasOwn(completions, name) ? completions[name] : completeWords(field);
      return {
        name,
        description: field.description ?? name,
        required: required.includes(name),
        ...(complete === undefined ? {} : { complete }),
      };
    }),
    render(given) {
      const input = JSON.stringify(readFields(given, properties));
      return [{ role: "user", content: `Call the tool ${tool.name} with ${input} and tell me what it found.` }];
    },
  };
}

function completeWords({ enum: words }: JsonSchema): PromptArgument["complete"] {
  if (words === undefined) return undefined;
  return (typed) => words.map(String).filter((word) => word.startsWith(typed));
}

/** Arguments of a prompt are texts; fields that are not get the value their text means. */
function readFields(
  given: Readonly<Record<string, string>>,
  fields: Readonly<Record<string, JsonSchema>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).map(([name, text]) => [name, fields[name]?.type === "string" ? text : parseOr(text)]),
  );
}

function parseOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
