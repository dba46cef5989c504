import type { Worker } from "node:worker_threads";
import type { Project } from "../../workspace/project.ts";
import type { ProjectSymbols } from "../project-symbols.ts";
import { openParserPool, type ParserPool } from "../workers/open-parser-pool.ts";
import { type OpenProjectSymbols, openProjectSymbols } from "./open-project-symbols.ts";
import type { ParseLimits } from "./symbol-sink.ts";

export interface SymbolTables {
  symbolsOf(project: Project): ProjectSymbols;
  close(): Promise<void>;
}

/** The tables of all projects that are asked for; they share their threads, which start with the first question. */
export function openSymbolTables(early?: Worker, limits?: ParseLimits): SymbolTables {
  const tables = new Map<string, OpenProjectSymbols>();
  let pool: ParserPool | undefined;
  return {
    symbolsOf(project) {
      pool ??= openParserPool({ early });
      const known = tables.get(project.root) ?? openProjectSymbols(project, pool, limits);
      tables.set(project.root, known);
      return known.of(project);
    },
    async close() {
      await Promise.allSettled([...tables.values()].map((table) => table.close()));
      await (pool === undefined ? early?.terminate() : pool.close());
    },
  };
}
