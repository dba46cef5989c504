import type { ClientCapabilities, InitializeParams, ServerCapabilities } from "vscode-languageserver-protocol";
import { isRecord } from "../../workspace/config/is-record.ts";
import { type Connection, ServerError } from "../wire/connection.ts";
import type { WantedServer } from "./language-server.ts";
import { workspaceFoldersOf } from "./server-messages.ts";
import { uriOf } from "./uri.ts";

export interface Introduction {
  readonly capabilities: ServerCapabilities;
  readonly version: string | undefined;
}

/** The first exchange with a server: who we are, its capabilities, and its settings. */
export async function initialize(
  connection: Connection,
  wanted: WantedServer,
  options: {
    readonly signal: AbortSignal;
    readonly timeoutMs: number;
    /** The server can see our process, and ends with it. */
    readonly watches: boolean;
  },
): Promise<Introduction> {
  const result = await connection.request("initialize", paramsFor(wanted, options.watches), options);
  const introduction = readIntroduction(result);
  connection.notify("initialized", {});
  for (const method of wanted.spec.initialNotifications ?? []) connection.notify(method, {});
  connection.notify("workspace/didChangeConfiguration", { settings: wanted.settings });
  return introduction;
}

function paramsFor({ root, options }: WantedServer, watches: boolean): InitializeParams {
  return {
    processId: watches ? process.pid : null,
    clientInfo: { name: "outrider" },
    locale: "en",
    rootUri: uriOf(root),
    workspaceFolders: [...workspaceFoldersOf(root)],
    capabilities: clientCapabilities,
    initializationOptions: options,
    trace: "off",
  };
}

function readIntroduction(result: unknown): Introduction {
  const capabilities = isRecord(result) ? result["capabilities"] : undefined;
  if (!isRecord(result) || !isRecord(capabilities)) {
    throw new ServerError("server", "its answer to `initialize` has no capabilities");
  }
  const encoding = capabilities["positionEncoding"] ?? result["offsetEncoding"] ?? "utf-16";
  // Every column would be wrong in lines that are not plain ASCII.
  if (encoding !== "utf-16") {
    throw new ServerError(
      "server",
      `it counts columns in ${JSON.stringify(encoding)}, though only "utf-16" was offered`,
    );
  }
  return { capabilities, version: readVersion(result["serverInfo"]) };
}

function readVersion(info: unknown): string | undefined {
  if (!isRecord(info)) return undefined;
  const parts = [info["name"], versionIn(info["version"])].filter((part) => typeof part === "string" && part !== "");
  return parts.length === 0 ? undefined : parts.join(" ").slice(0, 200);
}

/** gopls reports its build information as JSON, where the Go version comes before its own. */
function versionIn(version: unknown): unknown {
  if (typeof version !== "string" || !version.startsWith("{")) return version;
  try {
    const build: unknown = JSON.parse(version);
    const main = isRecord(build) ? build["Main"] : undefined;
    return isRecord(main) ? main["Version"] : undefined;
  } catch {
    return undefined;
  }
}

const link = { linkSupport: true } as const;
const actionKinds = [
  "quickfix",
  "refactor",
  "refactor.extract",
  "refactor.inline",
  "refactor.move",
  "refactor.rewrite",
  "source",
  "source.organizeImports",
  "source.fixAll",
];

/** Only what we support: a server that expects more waits for it, or answers in a form that is not read. */
const clientCapabilities: ClientCapabilities = {
  general: { positionEncodings: ["utf-16"] },
  window: { workDoneProgress: true, showDocument: { support: false } },
  workspace: {
    // Without it, some servers offer no code actions that are commands. Unsolicited edits are refused.
    applyEdit: true,
    executeCommand: {},
    configuration: true,
    workspaceFolders: true,
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
    workspaceEdit: {
      documentChanges: true,
      resourceOperations: ["create", "rename", "delete"],
      failureHandling: "transactional",
      normalizesLineEndings: true,
      changeAnnotationSupport: {},
    },
    diagnostics: { refreshSupport: true },
    symbol: {},
  },
  textDocument: {
    synchronization: {},
    declaration: link,
    definition: link,
    typeDefinition: link,
    implementation: link,
    references: {},
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    hover: { contentFormat: ["markdown", "plaintext"] },
    rename: { prepareSupport: true, honorsChangeAnnotations: true },
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: actionKinds } },
      isPreferredSupport: true,
      disabledSupport: true,
      dataSupport: true,
      resolveSupport: { properties: ["edit", "command"] },
    },
    formatting: {},
    rangeFormatting: {},
    callHierarchy: {},
    typeHierarchy: {},
    publishDiagnostics: { versionSupport: true, dataSupport: true },
    // Without dynamic registration pyright only pushes diagnostics, seconds later.
    diagnostic: { dynamicRegistration: true, relatedDocumentSupport: false },
  },
  // rust-analyzer uses it to report that it has loaded everything.
  experimental: { serverStatusNotification: true },
};
