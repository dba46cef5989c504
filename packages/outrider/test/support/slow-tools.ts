import { harness } from "toolwright/testing";
import { onTestFinished } from "vitest";
import { createLibraryFinder } from "../../src/libraries/create-library-finder.ts";
import { openSymbolTables } from "../../src/syntax/project/open-symbol-tables.ts";
import callGraph from "../../src/tools/call_graph/index.ts";
import editCode from "../../src/tools/edit_code/index.ts";
import hierarchy from "../../src/tools/hierarchy/index.ts";
import references from "../../src/tools/references/index.ts";
import { noServers } from "./no-servers.ts";
import { slowThreads } from "./slow-threads.ts";
import { openTestWorkspace, testCaller } from "./test-workspace.ts";

/** Tools that look for names, on a machine that needs this long for each file they look into; `read` has those files. */
export function openSlowTools(files: Readonly<Record<string, string>>, ms: { perFile: number }) {
  const { workspace } = openTestWorkspace(files);
  const read: string[] = [];
  const tables = openSymbolTables(
    slowThreads(async (paths) => {
      read.push(...paths);
      if (paths.length > 0) await tool.clock.advance(ms.perFile * paths.length);
    }),
  );
  const libraries = createLibraryFinder({ addRoot: workspace.addLibraryRoot });
  const services = () => ({
    workspace: workspace.session(testCaller),
    libraries,
    symbolsOf: tables.symbolsOf,
    serversOf: () => noServers,
    hidesSecrets: true,
  });
  const tool = harness([references, callGraph, hierarchy, editCode], { services });
  onTestFinished(async () => {
    await tool.close();
    await tables.close();
  });
  return { tool, read };
}
