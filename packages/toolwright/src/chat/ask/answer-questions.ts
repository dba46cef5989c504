import type { AskDecision } from "../../agent/log/entries.ts";
import { wrapText } from "../../cli/text-width.ts";
import { escapeHidden } from "../../tool/describe-value.ts";
import { isJsonObject, type JsonObject } from "../../tool/schema.ts";
import type { Answers, Question, Questions } from "../../tool/question.ts";
import { describeField, readField } from "./form-field.ts";
import { type Person, readAnswer } from "./person.ts";

/** What a person said to the questions of a call. */
export interface Answered {
  /** Undefined if nothing new was said. */
  readonly decision: AskDecision | undefined;
  /** They stopped before the last question. */
  readonly isLeft: boolean;
}

/** Asks what a tool wants to know and `said` does not tell. What was answered before a person stops is kept. */
export async function answerQuestions(
  title: string,
  questions: Questions,
  said: Answers,
  person: Person,
): Promise<Answered> {
  const answers: Record<string, unknown> = {};
  for (const [name, question] of Object.entries(questions)) {
    const before = Object.hasOwn(said, name) && isJsonObject(said[name]) ? said[name] : {};
    if (before["action"] !== undefined) continue;
    const message = "message" in question ? question.message : "It asks for what a terminal does not have.";
    const columns = person.terminal.stderr.columns || 80;
    const words = wrapText(onOneLine(`${title} asks: ${message}`), "", columns).join("\n");
    await person.terminal.tellPieces([{ text: words, style: "bold" }]);
    const answer = await answerQuestion(question, before, person);
    if (answer !== undefined) answers[name] = answer;
    if (answer?.["action"] !== undefined) continue;
    const isEmpty = Object.keys(answers).length === 0;
    return { decision: isEmpty ? undefined : { verdict: "answered", answers, partial: true }, isLeft: true };
  }
  return { decision: { verdict: "answered", answers }, isLeft: false };
}

/** Without an `action` it is not complete. */
async function answerQuestion(question: Question, before: JsonObject, person: Person): Promise<JsonObject | undefined> {
  switch (question.kind) {
    case "form":
      return await fillForm(question.fields, isJsonObject(before["content"]) ? before["content"] : {}, person);
    case "link": {
      await person.terminal.tell(`  ${escapeHidden(question.url)}`);
      const answer = await readAnswer("Have you been there? [y/N] ", person);
      return answer === undefined ? undefined : { action: /^y(es)?$/i.test(answer) ? "accept" : "decline" };
    }
    default:
      return { action: "decline" };
  }
}

async function fillForm(schema: JsonObject, before: JsonObject, person: Person): Promise<JsonObject | undefined> {
  const fields = isJsonObject(schema["properties"]) ? Object.entries(schema["properties"]) : [];
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const content: Record<string, unknown> = { ...before };
  await person.terminal.tell("  A single - declines.");
  for (const [name, field] of fields) {
    if (Object.hasOwn(content, name)) continue;
    const facts = isJsonObject(field) ? field : {};
    const isNeeded = required.includes(name) && facts["default"] === undefined;
    const value = await fillField(name, facts, isNeeded, person);
    if (value === undefined) return Object.keys(content).length === 0 ? undefined : { content };
    if (value === "declined") return { action: "decline" };
    if (value.given !== undefined) content[name] = value.given;
  }
  return { action: "accept", content };
}

async function fillField(
  name: string,
  field: JsonObject,
  isNeeded: boolean,
  person: Person,
): Promise<{ readonly given: unknown } | "declined" | undefined> {
  const described = typeof field["description"] === "string" ? `${field["description"]} ` : "";
  const left = isNeeded ? "" : ", may be empty";
  for (;;) {
    const prompt = onOneLine(`${name}: ${described}(${describeField(field)}${left})`);
    const answer = await readAnswer(`  ${prompt} `, person);
    if (answer === undefined) return undefined;
    if (answer === "-") return "declined";
    if (answer === "" && !isNeeded) return { given: undefined };
    const read = readField(answer, field);
    if ("given" in read) return read;
    await person.terminal.tell(`  ${onOneLine(read.problem)}`);
  }
}

/** With nothing hidden: it is the text of a tool. */
function onOneLine(text: string): string {
  return escapeHidden(text.replaceAll(/\s+/g, " ").trim());
}
