import type { Project } from "../../workspace/project.ts";
import type { ProjectSymbols } from "../project-symbols.ts";
import { openParserPool, type ParserPool, type ParserThreads } from "../workers/open-parser-pool.ts";
import { type OpenProjectSymbols, openProjectSymbols } from "./open-project-symbols.ts";
import type { TableLimits } from "./symbol-sink.ts";

export interface SymbolTables {
  symbolsOf(project: Project): ProjectSymbols;
  close(): Promise<void>;
}

/** The tables of all requested projects; they share their threads, which start with the first question. */
export function openSymbolTables(threads: ParserThreads = {}, limits?: Partial<TableLimits>): SymbolTables {
  const tables = new Map<string, OpenProjectSymbols>();
  let pool: ParserPool | undefined;
  return {
    symbolsOf(project) {
      pool ??= openParserPool(threads);
      const known = tables.get(project.root) ?? openProjectSymbols(project, pool, limits);
      tables.set(project.root, known);
      return known.of(project);
    },
    async close() {
      await Promise.allSettled([...tables.values()].map((table) => table.close()));
      await (pool === undefined ? threads.early?.terminate() : pool.close());
    },
  };
}
