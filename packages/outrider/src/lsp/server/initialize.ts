import type { InitializeParams, ServerCapabilities } from "vscode-languageserver-protocol";
import { isRecord } from "../../workspace/config/is-record.ts";
import { type Connection, ServerError } from "../wire/connection.ts";
import type { WantedServer } from "./wanted-server.ts";
import { workspaceFoldersOf } from "./answer-requests.ts";
import { clientCapabilities } from "./client-capabilities.ts";
import { uriOf } from "./uri.ts";

export interface Introduction {
  readonly capabilities: ServerCapabilities;
  readonly version: string | undefined;
}

/** The first exchange with a server: who we are, what it can, and its settings. */
export async function initialize(
  connection: Connection,
  wanted: WantedServer,
  options: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<Introduction> {
  const result = await connection.request("initialize", paramsFor(wanted), options);
  const introduction = readIntroduction(result);
  connection.notify("initialized", {});
  for (const method of wanted.spec.tells ?? []) connection.notify(method, {});
  connection.notify("workspace/didChangeConfiguration", { settings: wanted.settings });
  return introduction;
}

function paramsFor({ root, options }: WantedServer): InitializeParams {
  return {
    processId: process.pid,
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

/** gopls writes all about its build as JSON, where the version of Go comes before its own. */
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
