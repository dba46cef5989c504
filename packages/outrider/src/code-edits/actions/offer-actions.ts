import { ToolError } from "toolwright";
import { collectDiagnostics } from "../../lsp/resolve/diagnostics/collect-diagnostics.ts";
import { serverName } from "../../lsp/resolve/provenance.ts";
import type { RawDiagnostic } from "../../lsp/server/language-server.ts";
import { sentDiagnostic } from "../../lsp/server/read-diagnostic.ts";
import { uriOf } from "../../lsp/server/uri.ts";
import { ServerError } from "../../lsp/wire/connection.ts";
import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import type { DraftFile } from "../draft.ts";
import type { EditContext } from "../edit-context.ts";
import { type ActionQuestion, actionQuestions } from "./action-questions.ts";
import { idOf, type OfferedAction, readAction } from "./offered-action.ts";
import type { AskedServer } from "./server-for-actions.ts";

export interface OfferedActions {
  readonly server: string;
  /** Best first. */
  readonly actions: readonly OfferedAction[];
  readonly notes: readonly string[];
}

const method = "textDocument/codeAction";
const atOnce = 4;

/** Everything a server offers for a symbol of a file, or for the file. */
export async function offerActions(
  context: EditContext,
  { file, symbol }: { readonly file: DraftFile; readonly symbol: CodeSymbol | undefined },
  { server, signal, timeoutMs }: AskedServer,
): Promise<OfferedActions> {
  if (!server.supports(method))
    throw new ToolError("no_actions", `${server.spec.title} offers no code actions; \`replace\` edits without it.`);
  const asked = { path: file.path, real: uriPath(file.located.real) };
  const judged = await collectDiagnostics(context.servers, [asked], { signal, waitMs: timeoutMs / 2 });
  const diagnostics = judged.files.get(file.path)?.items ?? [];
  const { questions, left } = actionQuestions({ text: file.text, symbol, diagnostics });
  const failures: string[] = [];
  const found: OfferedAction[][] = [];
  const waiting = questions.entries();

  async function askInTurn(): Promise<void> {
    for (const [index, question] of waiting) found[index] = await ask(question);
  }

  async function ask(question: ActionQuestion): Promise<OfferedAction[]> {
    try {
      const answer = await server.request(method, paramsFor(asked.real, question), { signal, timeoutMs });
      const hash = file.hash ?? "";
      const list: readonly unknown[] = Array.isArray(answer) ? answer : [];
      return list.flatMap((each) => readAction(each, { server, question, hash, text: file.text }) ?? []);
    } catch (error) {
      if (!(error instanceof ServerError) || error.code !== "server") throw error;
      failures.push(error.message);
      return [];
    }
  }

  await Promise.all(Array.from({ length: atOnce }, askInTurn));
  const [failure] = failures;
  if (failure !== undefined && failures.length === questions.length) throw new ServerError("server", failure);
  const [unsettled] = judged.unsettled;
  return {
    server: serverName(server),
    actions: inOrder(withOwnIds(eachOnce(found.flat()))),
    notes: [
      ...(unsettled === undefined ? [] : [`Quick fixes may be missing: ${unsettled.why.replace(/\.$/, "")}.`]),
      ...(left === 0 ? [] : [`Quick fixes of ${left} more problems were not asked for: give a \`symbol\`.`]),
      ...(failure === undefined ? [] : [`${failures.length} of ${questions.length} questions failed: ${failure}`]),
    ],
  };
}

function paramsFor(real: string, { range, only, diagnostics }: ActionQuestion): unknown {
  const sent = diagnostics.map((each: RawDiagnostic) => sentDiagnostic(each));
  return {
    textDocument: { uri: uriOf(real) },
    range,
    // "Invoked": some servers offer less for an automatic request, which only shows a light bulb.
    context: { diagnostics: sent, only: [only], triggerKind: 1 },
  };
}

/** Removes duplicates: a refactoring may be offered for a name and its declaration, enabled for one only. Keeps all fixes. */
function eachOnce(actions: readonly OfferedAction[]): readonly OfferedAction[] {
  const known = new Map<string, OfferedAction>();
  for (const action of actions) {
    const key = JSON.stringify([action.kind, action.title, isFix(action) ? action.id : ""]);
    const before = known.get(key);
    if (before === undefined || (before.disabled !== undefined && action.disabled === undefined)) {
      known.delete(key);
      known.set(key, action);
    }
  }
  return [...known.values()];
}

/** If a server sends two actions with the same title at the same position, their order tells them apart. */
function withOwnIds(actions: readonly OfferedAction[]): readonly OfferedAction[] {
  const ids = new Set<string>();
  return actions.map((action) => {
    let { id } = action;
    for (let number = 2; ids.has(id); number += 1) id = idOf([action.id, String(number)]);
    ids.add(id);
    return { ...action, id };
  });
}

function inOrder(actions: readonly OfferedAction[]): readonly OfferedAction[] {
  return actions.toSorted((one, other) => rankOf(one) - rankOf(other));
}

function rankOf(action: OfferedAction): number {
  if (action.disabled !== undefined) return 4;
  if (isFix(action)) return action.isPreferred ? 0 : 1;
  return action.kind.startsWith("source") ? 2 : 3;
}

function isFix({ kind }: OfferedAction): boolean {
  return kind === "quickfix" || kind.startsWith("quickfix.");
}

function uriPath(real: string): string {
  return real.replaceAll("\\", "/");
}
