import { basename } from "node:path";
import { isRecord } from "../../workspace/config/is-record.ts";
import { ServerError } from "../wire/connection.ts";
import type { Registrations } from "./registrations.ts";
import { uriOf } from "./uri.ts";
import type { DiagnosticsReceiver } from "./diagnostics-store.ts";
import type { ReadinessTracker } from "./readiness.ts";
import type { ServerLog } from "./server-log.ts";

export interface RequestAnswersOptions {
  readonly root: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly registrations: Registrations;
  readonly edits: Pick<EditCollector, "answer">;
}

const methodNotFound = -32601;

/** Answers requests from a server. Every request gets an answer, since most servers wait for one, some forever. */
export function createRequestAnswers(options: RequestAnswersOptions): (method: string, params: unknown) => unknown {
  const { root, settings, registrations, edits } = options;
  const answers = new Map<string, (params: unknown) => unknown>([
    ["workspace/configuration", (params) => answerConfiguration(params, settings)],
    ["workspace/workspaceFolders", () => workspaceFoldersOf(root)],
    ["client/registerCapability", (params) => registrations.register(params)],
    ["client/unregisterCapability", (params) => registrations.unregister(params)],
    ["window/workDoneProgress/create", () => null],
    ["window/showMessageRequest", () => null],
    ["window/showDocument", () => ({ success: false })],
    ["workspace/applyEdit", (params) => edits.answer(params)],
  ]);
  return (method, params) => {
    const answer = answers.get(method);
    if (answer !== undefined) return answer(params) ?? null;
    // We have no display to refresh.
    if (/^workspace\/\w+\/refresh$/.test(method)) return null;
    // Asks for the JSON schema at a URL.
    if (method === "vscode/content") throw new ServerError("server", "Outrider fetches nothing from the network");
    throw new ServerError("server", `Outrider knows no request ${JSON.stringify(method)}.`, methodNotFound);
  };
}

export function workspaceFoldersOf(root: string): readonly { readonly uri: string; readonly name: string }[] {
  return [{ uri: uriOf(root), name: basename(root) }];
}

function answerConfiguration(params: unknown, settings: Readonly<Record<string, unknown>>): readonly unknown[] {
  const items = isRecord(params) ? params["items"] : undefined;
  if (!Array.isArray(items)) return [];
  return items.map((item: unknown) => {
    const section = isRecord(item) ? item["section"] : undefined;
    return typeof section === "string" && section !== "" ? (lookUpSection(settings, section) ?? null) : settings;
  });
}

/** Keys may themselves contain dots, so the longest existing key is taken at each step. */
export function lookUpSection(settings: unknown, section: string): unknown {
  if (!isRecord(settings)) return undefined;
  if (Object.hasOwn(settings, section)) return settings[section];
  for (let dot = section.lastIndexOf("."); dot !== -1; dot = dot === 0 ? -1 : section.lastIndexOf(".", dot - 1)) {
    const head = section.slice(0, dot);
    if (Object.hasOwn(settings, head)) return lookUpSection(settings[head], section.slice(dot + 1));
  }
  return undefined;
}

/** Edits that a server asks us to apply. */
interface EditCollector {
  /** The answer to `workspace/applyEdit`. */
  answer(params: unknown): { readonly applied: boolean; readonly failureReason?: string };
  /** Runs work that makes the server request edits; resolves to the edits requested meanwhile. One at a time. */
  collect(work: () => Promise<unknown>): Promise<readonly unknown[]>;
}

/** More than any command has reason to ask for. */
const maxEdits = 16;

/** Accepts edits only while a command runs that was started for them; all other edits are refused. */
export function createEditCollector(): EditCollector {
  let taken: unknown[] | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function collectNow(work: () => Promise<unknown>): Promise<readonly unknown[]> {
    const edits: unknown[] = [];
    taken = edits;
    try {
      await work();
    } finally {
      taken = undefined;
    }
    return edits;
  }

  return {
    answer(params) {
      if (taken === undefined) return { applied: false, failureReason: "Nobody asked for this edit." };
      if (taken.length >= maxEdits) return { applied: false, failureReason: "These are too many edits." };
      taken.push(isRecord(params) ? params["edit"] : undefined);
      // The server waits for this answer before its command ends, and the edit can only be checked after that. If it is then
      // rejected, no harm is done: the server knows texts only as we send them from disk.
      return { applied: true };
    },
    collect(work) {
      // With two commands at a time there would be no telling which one an edit belongs to.
      const turn = last.then(() => collectNow(work));
      last = turn.catch(() => {});
      return turn;
    },
  };
}

interface Hearers {
  readonly readiness: Pick<ReadinessTracker, "receiveLog" | "receiveProgress" | "receiveStatus">;
  readonly diagnostics: Pick<DiagnosticsReceiver, "receive">;
  readonly log: Pick<ServerLog, "add">;
}

const levels = ["", "error", "warning", "info", "log", "debug"];

/** Handles notifications from a server; those not needed here are dropped. */
export function hearNotifications({ readiness, diagnostics, log }: Hearers): (method: string, params: unknown) => void {
  const hearMessage = (params: unknown): void => {
    if (!isRecord(params) || typeof params["message"] !== "string") return;
    const { type, message } = params;
    readiness.receiveLog(message);
    log.add(`[${(typeof type === "number" ? levels[type] : undefined) ?? "log"}] ${message}`);
  };
  const hearers = new Map<string, (params: unknown) => void>([
    ["$/progress", readiness.receiveProgress],
    ["experimental/serverStatus", readiness.receiveStatus],
    ["textDocument/publishDiagnostics", diagnostics.receive],
    ["window/logMessage", hearMessage],
    ["window/showMessage", hearMessage],
  ]);
  return (method, params) => hearers.get(method)?.(params);
}
