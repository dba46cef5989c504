import * as z from "zod";
import { fixtureNames } from "../fixture/definition.ts";
import type { ChildEnd } from "./run-child.ts";

/** One command line of the inspector: its arguments, its exit code, and what is wrong with what it printed. */
export interface InspectorCase {
  readonly name: string;
  readonly args: readonly string[];
  readonly code: number;
  readonly problemIn: (end: ChildEnd) => string | undefined;
}

/** How the inspector ends when a tool fails, or is not there. */
const toolFailed = 5;
const failed = 1;

const named = z.array(z.looseObject({ name: z.string() }));
const toolList = z.looseObject({ tools: named });
const promptList = z.looseObject({ prompts: named });
const resourceList = z.looseObject({ resources: z.array(z.looseObject({ uri: z.string() })) });
const answer = z.looseObject({
  content: z.tuple([z.looseObject({ text: z.string() })]),
  isError: z.boolean().optional(),
});
const contents = z.looseObject({ contents: z.tuple([z.looseObject({ text: z.string() })]) });
const messages = z.looseObject({
  messages: z.tuple([z.looseObject({ content: z.looseObject({ text: z.string() }) })]),
});

export const inspectorCases: readonly InspectorCase[] = [
  printed("tools/list", ["--method", "tools/list"], toolList, ({ tools }) => namesOf(tools), fixtureNames.tools),
  {
    name: "tools/list --strict",
    args: ["--method", "tools/list", "--strict"],
    code: 0,
    // Where it finds a schema that some client cannot read, it says so on stderr.
    problemIn: ({ stderr }) => (stderr.trim() === "" ? undefined : "schemas are not portable"),
  },
  printed(
    "tools/call",
    ["--method", "tools/call", "--tool-name", "test_x_mcp_header", "--tool-arg", "region=eu"],
    answer,
    ({ content }) => content[0].text,
    "Runs in eu.",
  ),
  failing("tools/call that fails", "test_error_handling", "This tool intentionally returns an error for testing"),
  failing("tools/call with bad input", "test_x_mcp_header", "`region` is missing"),
  {
    name: "tools/call of no tool",
    args: ["--method", "tools/call", "--tool-name", "test_nothing"],
    code: toolFailed,
    problemIn: ({ stderr }) => (stderr.includes('"tool_not_found"') ? undefined : "it was not told as not found"),
  },
  printed(
    "resources/list",
    ["--method", "resources/list"],
    resourceList,
    ({ resources }) => resources.map(({ uri }) => uri).join(" "),
    fixtureNames.resources,
  ),
  printed(
    "resources/read",
    ["--method", "resources/read", "--uri", "test://static-text"],
    contents,
    (read) => read.contents[0].text,
    "This is the content of the static text resource.",
  ),
  {
    name: "resources/read of none",
    args: ["--method", "resources/read", "--uri", "test://nothing"],
    code: failed,
    problemIn: ({ stderr }) =>
      stderr.includes("There is no resource") ? undefined : "it does not say what is missing",
  },
  printed(
    "prompts/list",
    ["--method", "prompts/list"],
    promptList,
    ({ prompts }) => namesOf(prompts),
    fixtureNames.prompts,
  ),
  printed(
    "prompts/get",
    ["--method", "prompts/get", "--prompt-name", "test_prompt_with_arguments", "--prompt-args", "arg1=a", "arg2=b"],
    messages,
    (got) => got.messages[0].content.text,
    "Prompt with arguments: arg1='a', arg2='b'",
  ),
];

/** A case that must print JSON of this shape with this in it. */
function printed<Shape>(
  name: string,
  args: readonly string[],
  shape: z.ZodType<Shape>,
  pick: (value: Shape) => string,
  expected: string,
): InspectorCase {
  return {
    name,
    args,
    code: 0,
    problemIn({ stdout }) {
      const read = shape.safeParse(parseJson(stdout));
      if (!read.success) return `unexpected output: ${read.error.issues[0]?.message}`;
      const got = pick(read.data);
      return got === expected ? undefined : `got ${JSON.stringify(got)}, not ${JSON.stringify(expected)}`;
    },
  };
}

/** A tool without arguments that must fail and tell the model so. */
function failing(name: string, tool: string, expected: string): InspectorCase {
  return {
    name,
    args: ["--method", "tools/call", "--tool-name", tool],
    code: toolFailed,
    problemIn({ stdout }) {
      const read = answer.safeParse(parseJson(stdout));
      if (!read.success || read.data.isError !== true) return "the answer is not marked as an error";
      return read.data.content[0].text.includes(expected) ? undefined : `the answer does not say ${expected}`;
    },
  };
}

function namesOf(list: z.output<typeof named>): string {
  return list.map(({ name }) => name).join(" ");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
