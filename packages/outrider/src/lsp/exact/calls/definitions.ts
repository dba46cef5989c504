import type { LanguageServer, Place, Position } from "../../server/language-server.ts";
import { uriOf } from "../../server/uri.ts";
import { placesOf } from "../places/places.ts";

const requestMs = 10_000;

/** Where the name at a place is declared, as the server sees it; nothing where it cannot tell. */
export async function definitionsOf(
  server: LanguageServer,
  { path, position }: { readonly path: string; readonly position: Position },
  signal: AbortSignal,
): Promise<readonly Place[]> {
  if (!server.supports("textDocument/definition")) return [];
  const params = { textDocument: { uri: uriOf(path) }, position };
  const result = await server.request("textDocument/definition", params, { signal, timeoutMs: requestMs });
  return (await placesOf(result)).places;
}
