import { basename } from "node:path";
import { isRecord } from "../../workspace/config/is-record.ts";
import { ServerError } from "../wire/connection.ts";
import type { AskedEdits } from "./asked-edits.ts";
import type { Registrations } from "./registrations.ts";
import { uriOf } from "./uri.ts";

export interface RequestAnswersOptions {
  readonly root: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly registrations: Registrations;
  readonly edits: Pick<AskedEdits, "answer">;
}

const methodNotFound = -32601;

/** Answers what a server asks of us. Most wait for it, some for ever, so that each question has an answer. */
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
    // Nothing of ours has to be drawn again.
    if (/^workspace\/\w+\/refresh$/.test(method)) return null;
    // The schema of a file, by its address.
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

/** A key may itself be dotted, so that the longest one that is there is taken at each step. */
export function lookUpSection(settings: unknown, section: string): unknown {
  if (!isRecord(settings)) return undefined;
  if (Object.hasOwn(settings, section)) return settings[section];
  for (let dot = section.lastIndexOf("."); dot !== -1; dot = dot === 0 ? -1 : section.lastIndexOf(".", dot - 1)) {
    const head = section.slice(0, dot);
    if (Object.hasOwn(settings, head)) return lookUpSection(settings[head], section.slice(dot + 1));
  }
  return undefined;
}
