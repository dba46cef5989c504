import { onTestFinished } from "vitest";
import { openSymbolTables, type SymbolTables } from "../../src/syntax/project/open-symbol-tables.ts";
import type { ProjectSymbols } from "../../src/syntax/project-symbols.ts";
import type { TableLimits } from "../../src/syntax/project/symbol-sink.ts";
import type { Project } from "../../src/workspace/project.ts";
import { lentThreads } from "./lent-thread.ts";
import { openTestProject } from "./test-workspace.ts";

export interface OpenedSymbols {
  readonly tables: SymbolTables;
  readonly symbols: ProjectSymbols;
  close(): Promise<void>;
}

export interface SymbolsKit extends OpenedSymbols {
  readonly root: string;
  readonly project: Project;
  /** As another process, or after a restart: on the same files with nothing in memory. */
  reopen(): OpenedSymbols;
}

/** The symbol table of a real temp project; its threads end with the test. */
export async function openSymbolsKit(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  limits?: Partial<TableLimits>,
): Promise<SymbolsKit> {
  const { root, project } = await openTestProject(files);
  function reopen(): OpenedSymbols {
    const tables = openSymbolTables(lentThreads, limits);
    onTestFinished(() => tables.close());
    return { tables, symbols: tables.symbolsOf(project), close: () => tables.close() };
  }
  return { root, project, reopen, ...reopen() };
}
