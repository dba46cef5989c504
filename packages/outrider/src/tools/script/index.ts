import type { AnyTool } from "toolwright";
import { createScriptTool, type ScriptTool } from "toolwright/script";
import type { Services } from "../../services.ts";
import description from "./description.md" with { type: "text" };
import guide from "./guide.md" with { type: "text" };

/** Lists that a program wants whole: it would have to ask for page after page. */
const listing: ReadonlySet<string> = new Set(["call_graph", "diagnostics", "grep", "references", "tree"]);
const mostEntries = 1_000;

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
      const { installLibrary } = await import("./script-library.ts");
      return `(${installLibrary.toString()})(tools);`;
    },
    declared: (each) => byName.get(each.name) ?? each,
    prepare: ({ name }, input) =>
      listing.has(name) && typeof input === "object" && input !== null ? { limit: mostEntries, ...input } : input,
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
