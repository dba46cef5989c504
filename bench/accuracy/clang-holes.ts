/** What clangd tells by itself about a file it has read: the lines behind an `#if` that is not taken, and errors. */
import { fileURLToPath } from "node:url";
import type { LspClient } from "./lsp-client.ts";
import type { DocumentSymbol } from "./lsp-oracle.ts";
import type { Lines } from "./model.ts";

// The protocol's shape, and that of the extension: https://clangd.llvm.org/extensions
interface Told {
  readonly uri?: string;
  readonly diagnostics?: readonly { readonly severity: number }[];
  readonly textDocument?: { readonly uri: string };
  readonly regions?: readonly DocumentSymbol["range"][];
}

interface Knowledge {
  readonly regions?: readonly DocumentSymbol["range"][];
  readonly errors?: number;
}

const patience = 60_000;

export function listenForHoles(client: LspClient): (path: string) => Promise<readonly Lines[] | undefined> {
  const known = new Map<string, Knowledge>();
  let wake = (): void => {};
  client.listen((_, params) => {
    const { uri, diagnostics, textDocument, regions } = (params ?? {}) as Told;
    const where = uri ?? textDocument?.uri;
    if (where === undefined) return;
    const path = fileURLToPath(where);
    const errors = diagnostics?.filter(({ severity }) => severity === 1).length;
    const news = { ...(errors === undefined ? {} : { errors }), ...(regions === undefined ? {} : { regions }) };
    known.set(path, { ...known.get(path), ...news });
    wake();
  });

  return async (path) => {
    const { regions, errors } = await new Promise<Knowledge>((done) => {
      const timer = setTimeout(() => done({}), patience);
      wake = () => {
        const knowledge = known.get(path) ?? {};
        if (knowledge.regions === undefined || knowledge.errors === undefined) return;
        clearTimeout(timer);
        done(knowledge);
      };
      wake();
    });
    if (errors !== 0) return undefined;
    return regions?.map(({ start, end }) => ({ from: start.line + 1, to: end.line + 1 }));
  };
}
