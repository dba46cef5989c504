import { harness } from "toolwright/testing";
import { onTestFinished } from "vitest";
import { createLibraryFinder } from "../../src/libraries/create-library-finder.ts";
import type { Outputs } from "../../src/outputs/outputs.ts";
import grep from "../../src/tools/grep/index.ts";
import { openSymbolTables } from "../../src/syntax/project/open-symbol-tables.ts";
import { lentThreads } from "./lent-thread.ts";
import { openTestWorkspace, testCaller } from "./test-workspace.ts";

export const noOutputs: Outputs = {
  isHandle: () => false,
  withFile: () => {
    throw new Error("no outputs here");
  },
};

export type Place = Pick<ReturnType<typeof openTestWorkspace>, "root" | "outside" | "temp">;

/** `grep` over a temp project, as a host would call it. */
export function openGrep(files: Readonly<Record<string, string | Uint8Array>>, outputs?: (place: Place) => Outputs) {
  const { workspace, root, outside, temp } = openTestWorkspace(files);
  const libraries = createLibraryFinder({ addRoot: workspace.addLibraryRoot });
  const kept = outputs?.({ root, outside, temp }) ?? noOutputs;
  const tables = openSymbolTables(lentThreads);
  onTestFinished(() => tables.close());
  const { symbolsOf } = tables;
  const kit = harness([grep], {
    services: () => ({ workspace: workspace.session(testCaller), outputs: kept, libraries, symbolsOf }),
    realTime: true,
  });
  onTestFinished(() => kit.close());
  const call = async (input: Parameters<typeof kit.call<"grep">>[1]) => {
    const outcome = await kit.call("grep", input);
    return { ...outcome, error: "error" in outcome ? outcome.error : undefined };
  };
  const ok = async (input: Parameters<typeof call>[0]) => {
    const outcome = await call(input);
    if (outcome.status !== "ok") throw new Error(JSON.stringify(outcome));
    return outcome;
  };
  return {
    root,
    outside,
    temp,
    call,
    text: async (input: Parameters<typeof call>[0]) => (await ok(input)).text,
    matches: async (input: Parameters<typeof call>[0]) => (await ok(input)).value.matches,
  };
}
