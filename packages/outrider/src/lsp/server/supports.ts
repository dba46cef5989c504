import type { ServerCapabilities } from "vscode-languageserver-protocol";
import type { ServerSpec } from "../../languages/server-spec.ts";
import { isRecord } from "../../workspace/config/is-record.ts";
import { diagnosticMethod } from "./tsserver-diagnostics.ts";
import type { Registrations } from "./registrations.ts";

/** Whether a server supports a method: it said so at its start or registered it later, and does it correctly. */
export function supportsMethod(
  method: string,
  server: {
    readonly spec: ServerSpec;
    readonly capabilities: ServerCapabilities;
    readonly registrations: Registrations;
  },
): boolean {
  const { spec, capabilities, registrations } = server;
  if (spec.unreliable?.some((feature) => distrusted[feature].some((start) => method.startsWith(start)))) return false;
  if (spec.problemsBy !== undefined && method === diagnosticMethod) return true;
  const base = baseMethods.get(method) ?? method;
  if (registrations.has(method) || registrations.has(base)) return true;
  const path = providerOf(method);
  return path !== undefined && isOffered(lookUp(capabilities, path));
}

const distrusted = {
  rename: ["textDocument/rename", "textDocument/prepareRename"],
  references: ["textDocument/references"],
  callHierarchy: ["textDocument/prepareCallHierarchy", "callHierarchy/"],
  diagnostics: ["textDocument/diagnostic", "workspace/diagnostic"],
} as const;

/** Methods registered under another name than the one requested. */
const baseMethods = new Map([
  ["callHierarchy/incomingCalls", "textDocument/prepareCallHierarchy"],
  ["callHierarchy/outgoingCalls", "textDocument/prepareCallHierarchy"],
  ["typeHierarchy/supertypes", "textDocument/prepareTypeHierarchy"],
  ["typeHierarchy/subtypes", "textDocument/prepareTypeHierarchy"],
]);

const providers = new Map([
  ["textDocument/prepareCallHierarchy", "callHierarchyProvider"],
  ["callHierarchy/incomingCalls", "callHierarchyProvider"],
  ["callHierarchy/outgoingCalls", "callHierarchyProvider"],
  ["textDocument/prepareTypeHierarchy", "typeHierarchyProvider"],
  ["typeHierarchy/supertypes", "typeHierarchyProvider"],
  ["typeHierarchy/subtypes", "typeHierarchyProvider"],
  ["textDocument/prepareRename", "renameProvider.prepareProvider"],
  ["textDocument/diagnostic", "diagnosticProvider"],
  ["textDocument/formatting", "documentFormattingProvider"],
  ["textDocument/rangeFormatting", "documentRangeFormattingProvider"],
  ["codeAction/resolve", "codeActionProvider.resolveProvider"],
  ["workspace/diagnostic", "diagnosticProvider.workspaceDiagnostics"],
  ["workspace/symbol", "workspaceSymbolProvider"],
  ["workspaceSymbol/resolve", "workspaceSymbolProvider.resolveProvider"],
  ["workspace/executeCommand", "executeCommandProvider"],
  ["workspace/willRenameFiles", "workspace.fileOperations.willRename"],
  ["workspace/didRenameFiles", "workspace.fileOperations.didRename"],
]);

/** The rest follows one rule: `textDocument/references` is `referencesProvider`. */
function providerOf(method: string): string | undefined {
  return providers.get(method) ?? /^textDocument\/(\w+)$/.exec(method)?.[1]?.concat("Provider");
}

function lookUp(value: unknown, path: string): unknown {
  let at = value;
  for (const part of path.split(".")) at = isRecord(at) ? at[part] : undefined;
  return at;
}

function isOffered(provider: unknown): boolean {
  return provider === true || isRecord(provider);
}
