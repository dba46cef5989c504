import type { ClientCapabilities } from "vscode-languageserver-protocol";

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

/** What we can, and no more: a server that believes in something else waits for it or answers in a form that nobody reads. */
export const clientCapabilities: ClientCapabilities = {
  general: { positionEncodings: ["utf-16"] },
  window: { workDoneProgress: true, showDocument: { support: false } },
  workspace: {
    // Some give no action that is a command without it; what nobody asked for is refused.
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
    // Without dynamic registration pyright only speaks by itself, seconds later.
    diagnostic: { dynamicRegistration: true, relatedDocumentSupport: false },
  },
  // rust-analyzer says by it when it has loaded all.
  experimental: { serverStatusNotification: true },
};
