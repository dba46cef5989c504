import type { AnyTool } from "../tool/tool.ts";
import { isJsonObject } from "../tool/schema.ts";
import type { Segment } from "./worker/messages.ts";

/** Everything that a script printed, as the model reads it. */
export async function showPrinted(tools: ReadonlyMap<string, AnyTool>, printed: readonly Segment[]): Promise<string> {
  const texts = await Promise.all(
    printed.map(async (segment) =>
      typeof segment === "string"
        ? segment
        : ((await showAnswer(tools.get(segment.tool), segment.json)) ?? segment.json),
    ),
  );
  return texts.map((text) => `${text}\n`).join("");
}

/**
 * An answer as a model would see it had it called the tool itself. The script may have changed it, so it is checked like anything from
 * outside: undefined unless it is still an answer that the tool could give.
 */
export async function showAnswer(tool: AnyTool | undefined, json: string): Promise<string | undefined> {
  if (tool === undefined) return undefined;
  const { overflow, ...fields } = asObject(JSON.parse(json));
  const value = overflow === undefined ? JSON.parse(json) : fields;
  if (tool.output === undefined || tool.format === undefined) return JSON.stringify(value);
  try {
    const checked = await tool.output["~standard"].validate(value);
    if (checked.issues !== undefined) return undefined;
    // oxlint-disable-next-line typescript/consistent-type-assertions -- what the tool's own schema accepts
    return tool.format(checked.value as never);
  } catch {
    return undefined;
  }
}

function asObject(value: unknown): { readonly [key: string]: unknown } {
  return isJsonObject(value) ? value : {};
}
