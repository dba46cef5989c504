import type { SymbolView } from "../../syntax/project-symbols.ts";
import type { Question } from "./question.ts";

/** The table as far as it is after that time; whoever waits sees how far it is. */
export async function readView({ symbols, scope, call }: Question, waitMs: number): Promise<SymbolView> {
  return await symbols.view({
    signal: call.signal,
    waitMs,
    ...(scope.kind === "directory" || scope.kind === "glob" ? { scope: scope.has } : {}),
    onProgress: (done, total) => call.progress({ message: "Reading the project's symbols", done, total }),
  });
}
