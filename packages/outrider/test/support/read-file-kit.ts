import { renderOutcome } from "toolwright";
import { harness } from "toolwright/testing";
import { onTestFinished } from "vitest";
import { lentThreads } from "./lent-thread.ts";
import { openTestWorkspace, testCaller } from "./test-workspace.ts";
import { createLibraryFinder } from "../../src/libraries/create-library-finder.ts";
import type { Outputs } from "../../src/outputs/outputs.ts";
import { openSymbolTables } from "../../src/syntax/project/open-symbol-tables.ts";
import readFile from "../../src/tools/read_file/index.ts";
import type { ReadFileServices } from "../../src/tools/read_file/reading.ts";
import { maskValues } from "../../src/workspace/secrets/mask-values.ts";

/** The tool over a temp project; handles are the files in `handles`. */
export function openReadFileKit(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  handles: Readonly<Record<string, string>> = {},
) {
  const opened = openTestWorkspace(files);
  const outputs: Outputs = {
    isHandle: (text) => text.startsWith("@"),
    withFile: async (handle, use) => await use(handles[handle] ?? ""),
  };
  const libraries = createLibraryFinder({
    addRoot: opened.workspace.addLibraryRoot,
    places: { environment: {}, home: opened.outside },
  });
  const symbols = openSymbolTables(lentThreads);
  onTestFinished(() => symbols.close());
  const services = (): ReadFileServices => ({
    workspace: opened.workspace.session(testCaller),
    outputs,
    libraries,
    symbolsOf: (project) => symbols.symbolsOf(project),
    maskValues,
  });
  return {
    ...opened,
    services,
    /** The text that a model sees, behind the code of an error. */
    async read(input: Parameters<typeof callTool>[1]): Promise<string> {
      return await callTool(services, input);
    },
  };
}

async function callTool(services: () => ReadFileServices, input: Readonly<Record<string, unknown>>): Promise<string> {
  await using kit = harness([readFile], { services, realTime: true });
  const outcome = await kit.call("read_file", input);
  const text = renderOutcome(outcome);
  if (outcome.status !== "ok" && outcome.status !== "tool_error") throw new Error(`${outcome.status}: ${text}`);
  return outcome.status === "tool_error" ? `[${outcome.error.code}] ${text}` : text;
}
