import { join } from "node:path";
import { valueKinds } from "../../../languages/symbol-kind.ts";
import { isRecord } from "../../../workspace/config/is-record.ts";
import type { FileReferences } from "../../../syntax/references/find-references.ts";
import type { LanguageServer } from "../../server/language-server.ts";
import { readRange } from "../../server/read-diagnostic.ts";
import { uriOf } from "../../server/uri.ts";
import { ServerError } from "../../wire/connection.ts";
import { realPathOf } from "../places/places.ts";
import type { ServerQuestion } from "./question.ts";

const method = "textDocument/documentHighlight";
const write = 3;
/** One request a file. */
const mostFiles = 40;

/** Tells which places assign a value, as far as the server does; other symbols are never assigned. */
export async function markWrites(
  { project, target, signal, patience }: ServerQuestion,
  server: LanguageServer,
  files: readonly FileReferences[],
): Promise<readonly FileReferences[]> {
  if (!valueKinds.has(target.symbol.kind) || files.length > mostFiles || !server.supports(method)) return files;
  return await Promise.all(
    files.map(async (file) => {
      const [first] = file.references;
      if (first === undefined) return file;
      const path = await realPathOf(join(project.root, file.file));
      const position = { line: first.line, character: first.column };
      const params = { textDocument: { uri: uriOf(path) }, position };
      const written = await server
        .request(method, params, { signal, timeoutMs: patience.requestMs })
        .then(writtenIn, (error: unknown) => {
          // The places are known all the same.
          if (signal.aborted || !(error instanceof ServerError)) throw error;
          return new Set<string>();
        });
      return {
        ...file,
        references: file.references.map((each) =>
          each.role === "use" && written.has(`${each.line}:${each.column}`) ? { ...each, write: true as const } : each,
        ),
      };
    }),
  );
}

function writtenIn(result: unknown): ReadonlySet<string> {
  const items = Array.isArray(result) ? result.filter(isRecord) : [];
  const ranges = items.filter(({ kind }) => kind === write).map(({ range }) => readRange(range));
  return new Set(
    ranges.flatMap((range) => (range === undefined ? [] : [`${range.start.line}:${range.start.character}`])),
  );
}
