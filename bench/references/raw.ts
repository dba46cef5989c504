/** A language server with its default settings, asked as a plain client does: initialize, open the file, references. */
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { startLsp } from "../accuracy/lsp-client.ts";
import { type Contestant, failed, patienceMs } from "./contestant.ts";

const languageIds: Readonly<Record<string, string>> = {
  ".tsx": "typescriptreact",
  ".ts": "typescript",
  ".py": "python",
  ".go": "go",
};

export const raw: Contestant = {
  id: "raw",
  title: "raw server",
  async open({ root, program, symbols }) {
    const client = startLsp(program.command, program.args, root);
    const rootUri = pathToFileURL(root).href;
    await client.request("initialize", {
      processId: process.pid,
      rootUri,
      workspaceFolders: [{ uri: rootUri, name: "repository" }],
      capabilities: {
        workspace: { configuration: true, workspaceFolders: true },
        window: { workDoneProgress: true },
        textDocument: { references: {}, synchronization: {} },
      },
    });
    client.notify("initialized", {});
    for (const file of new Set(symbols.map(({ file }) => file))) {
      const languageId = languageIds[/\.\w+$/.exec(file)?.[0] ?? ""] ?? "javascript";
      const text = readFileSync(join(root, file), "utf8");
      client.notify("textDocument/didOpen", {
        textDocument: { uri: pathToFileURL(join(root, file)).href, languageId, version: 1, text },
      });
    }
    return {
      ask: async ({ file, line, column }) => {
        const asked = client.request("textDocument/references", {
          textDocument: { uri: pathToFileURL(join(root, file)).href },
          position: { line, character: column },
          context: { includeDeclaration: false },
        });
        return await withDeadline(asked).then(
          (found) => ({ places: toPlaces(found, root), mark: "none" as const }),
          failed,
        );
      },
      close: async () => {
        await withDeadline(client.request("shutdown", null), 3000).catch(() => undefined);
        client.notify("exit", null);
        await client.close();
      },
    };
  },
};

function toPlaces(found: unknown, root: string): ReadonlySet<string> {
  const locations = (found ?? []) as readonly { uri: string; range: { start: { line: number } } }[];
  return new Set(
    locations.map(
      ({ uri, range }) => `${relative(root, fileURLToPath(uri)).replaceAll("\\", "/")}:${range.start.line + 1}`,
    ),
  );
}

async function withDeadline<T>(work: Promise<T>, ms = patienceMs): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`no answer in ${ms} ms`)), ms);
  });
  return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
