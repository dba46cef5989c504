import type { AskDecision } from "../../agent/log/entries.ts";
import { exactPattern } from "../../agent/run/consent.ts";
import type { PendingAsk } from "../../agent/run/events.ts";
import type { ApprovalRequest } from "../../access/approval.ts";
import { parseJson } from "../../cli/read-json.ts";
import { visibleJson } from "../../tool/describe-value.ts";
import { isJsonObject, type JsonObject } from "../../tool/schema.ts";
import { type Answered, answerQuestions } from "./answer-questions.ts";
import { type Person, readAnswer } from "./person.ts";
import { showRequest, showWhole } from "./show-request.ts";

/** What a person says to what waits. */
export interface Decided {
  /** By call. */
  readonly decisions: Readonly<Record<string, AskDecision>>;
  /** They have had enough for now: what is not decided waits on. */
  readonly isLeft: boolean;
}

/** Asks about one after the other, in place. Ctrl-C cancels the whole turn, Ctrl-D leaves the rest waiting. */
export async function decideHere(asks: readonly PendingAsk[], person: Person): Promise<Decided> {
  const decisions: Record<string, AskDecision> = {};
  for (const [index, { callId, title, ask }] of asks.entries()) {
    const which = asks.length > 1 ? ` (${index + 1} of ${asks.length})` : "";
    if (ask.kind === "host") continue;
    if (index > 0) await person.terminal.tell("");
    const { decision, isLeft } =
      ask.kind === "approval"
        ? readVerdict(await askApproval(ask.request, which, person))
        : await answerQuestions(`${title}${which}`, ask.questions, ask.answers ?? {}, person);
    if (decision !== undefined) decisions[callId] = decision;
    if (isLeft) return { decisions, isLeft };
  }
  return { decisions, isLeft: false };
}

function readVerdict(decision: AskDecision | undefined): Answered {
  return { decision, isLeft: decision === undefined };
}

const longestPattern = 600;

async function askApproval(request: ApprovalRequest, which: string, person: Person): Promise<AskDecision | undefined> {
  const { terminal } = person;
  const { hasMore } = await showRequest(request, which, person);
  const pattern = visibleJson(exactPattern(request.input));
  const canRemember = pattern.length <= longestPattern;
  const choices = `[y/N${canRemember ? "/always" : ""}${hasMore ? "/view" : ""}]`;
  for (;;) {
    const answer = await readAnswer(`Run it? ${choices} `, person);
    if (answer === undefined) return undefined;
    if (/^y(es)?$/i.test(answer)) return { verdict: "approved" };
    if (/^(no?)?$/i.test(answer)) return { verdict: "rejected" };
    if (/^v(iew)?$/i.test(answer)) {
      await showWhole(request, person);
      continue;
    }
    if (canRemember && /^a(lways)?$/i.test(answer)) {
      const input = await askPattern(pattern, person);
      if (input === "end") return undefined;
      if (input !== undefined) return { verdict: "approved", remember: { input } };
      continue;
    }
    const always = canRemember ? ", a runs it now and from now on" : "";
    await terminal.tell(`y runs it, n does not${always}, v shows the whole input.`);
  }
}

/** The inputs that need no question from now on; undefined if the person has changed their mind. */
async function askPattern(exact: string, person: Person): Promise<JsonObject | undefined | "end"> {
  const { terminal } = person;
  await terminal.tell("Always for which input? * stands for any text, [*] for a star; empty goes back.");
  for (let prefill = exact; ;) {
    const answer = await readAnswer("  ", person, prefill);
    if (answer === undefined) return "end";
    if (answer === "") return undefined;
    const read = readPattern(answer);
    if (isJsonObject(read)) return read;
    await terminal.tell(read);
    prefill = answer;
  }
}

function readPattern(text: string): JsonObject | string {
  try {
    const parsed = parseJson(text, "The pattern");
    return isJsonObject(parsed) ? parsed : "The pattern must be an object such as the input.";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
