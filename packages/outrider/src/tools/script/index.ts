import type { AnyTool } from "toolwright";
import { createScriptTool, type ScriptTool } from "toolwright/script";
import type { Services } from "../../services.ts";
import description from "./description.md" with { type: "text" };
import guide from "./guide.md" with { type: "text" };

/** Lists that a program wants whole: it would have to ask for page after page. */
const listing: ReadonlySet<string> = new Set(["call_graph", "diagnostics", "grep", "references", "tree"]);
const mostEntries = 1_000;
/** Clients cut an answer at 10,000 tokens, and of a script that printed too much nearly all is worth reading. */
const budgetTokens = 9_000;
const previewTokens = 8_400;
const libraryTypes = [
  "function show(...values: (Promise | value)[]): Promise<void>; // prints each in its order; what fails is told in its place",
  'function find(pattern: string | string[], options?: { path?: string | string[], glob?: string | string[], type?, literal?, word?, ignore_case?, context?, tests?: "none" | "only", not?: regex of lines to leave out }): Promise<Row[]>;',
  "function read(...places: (string | Row)[]): Promise<string>; // path, path:10-40,80-95, path:12 (the declaration around it), path#symbol",
  'function uses(symbol: string, options?: { path?: declaring file, role?: "call" | "import" | "type" | "write" | "value", within?: path of the uses, tests?: "none" | "only", likely?: true }): Promise<Row[]>;',
  "function body(symbol: string, path?: string): Promise<string>;",
  "function rows(answer): Row[]; // strings with file, line, text, in, symbol, count, likely",
  "function all(tool: string, input): Promise<Row[]>; // every page",
];

/**
 * The tool that runs scripts over the other tools.
 * @param whole all tools with their output schemas, which those of the kernel lack.
 */
export function createScript(
  whole: readonly AnyTool[],
  { readOnly = false }: { readonly readOnly?: boolean } = {},
): ScriptTool<Pick<Services, "kernel">> & { readonly name: "script" } {
  const byName = new Map(whole.map((tool) => [tool.name, tool]));
  const tool = createScriptTool<Pick<Services, "kernel">>({
    kernel: ({ kernel }) => kernel(),
    readOnly,
    description,
    guide,
    async library() {
      const [{ installRows }, { installReading }, { installLibrary }] = await Promise.all([
        import("./script-rows.ts"),
        import("./script-reading.ts"),
        import("./script-library.ts"),
      ]);
      const library = `((kit) => (${installLibrary.toString()})(kit, (${installReading.toString()})(kit)))`;
      return `${library}((${installRows.toString()})(tools));`;
    },
    declared: (each) => byName.get(each.name) ?? each,
    prepare: ({ name }, input) =>
      listing.has(name) && typeof input === "object" && input !== null ? { limit: mostEntries, ...input } : input,
    libraryTypes,
    budgetTokens,
    previewTokens,
    examples: [
      { title: "Where and in what", input: { code: 'return (await grep({ pattern: "box" })).files.length;' } },
      {
        title: "A call that fails",
        input: { code: 'await read_file({ path: "no/such/file" })' },
        fails: "script_error",
      },
    ],
  });
  return { ...tool, name: "script" };
}
