import { isRecord } from "../../workspace/config/is-record.ts";
import type { LanguageServer } from "./language-server.ts";
import { pathOfUri } from "./uri.ts";

export const diagnosticMethod = "textDocument/diagnostic";

const commands = ["syntacticDiagnosticsSync", "semanticDiagnosticsSync"];
const severities = new Map([
  ["error", 1],
  ["warning", 2],
  ["message", 3],
  ["suggestion", 4],
]);

/**
 * Diagnostics from tsserver for a file, requested through a server that only pushes problems and never reports that there
 * are none. The answer has the form of the protocol's own request; undefined if tsserver gave none.
 */
export async function askTsserver(
  request: LanguageServer["request"],
  params: unknown,
  options: Parameters<LanguageServer["request"]>[2],
): Promise<unknown> {
  const document = isRecord(params) ? params["textDocument"] : undefined;
  const uri = isRecord(document) ? document["uri"] : undefined;
  const file = typeof uri === "string" ? pathOfUri(uri) : undefined;
  if (file === undefined) return undefined;
  const bodies = await Promise.all(
    commands.map(async (command) => {
      const asked = { command: "typescript.tsserverRequest", arguments: [command, { file }] };
      const answer = await request("workspace/executeCommand", asked, options);
      return isRecord(answer) && answer["success"] !== false ? answer["body"] : undefined;
    }),
  );
  if (!bodies.every((body) => Array.isArray(body))) return undefined;
  return { kind: "full", items: bodies.flat().map(toItem) };
}

/** Items without a location get no range, so that they are dropped and counted like other invalid items. */
function toItem(item: unknown): unknown {
  if (!isRecord(item)) return item;
  const { text, code, category, source } = item;
  return {
    range: { start: toPosition(item["start"]), end: toPosition(item["end"]) },
    message: text,
    code,
    source: typeof source === "string" ? source : "ts",
    severity: typeof category === "string" ? severities.get(category) : undefined,
  };
}

/** tsserver counts lines and columns from 1. */
function toPosition(location: unknown): unknown {
  if (!isRecord(location)) return undefined;
  const { line, offset } = location;
  if (typeof line !== "number" || typeof offset !== "number") return undefined;
  return { line: line - 1, character: offset - 1 };
}
