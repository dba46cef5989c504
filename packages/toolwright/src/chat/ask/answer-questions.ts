import type { AskDecision } from "../../agent/log/entries.ts";
import { wrapText } from "../../cli/text-width.ts";
import { makeOneLine } from "../../cli/visible-text.ts";
import { escapeHidden } from "../../tool/describe-value.ts";
import { isJsonObject, type JsonSchema } from "../../tool/schema.ts";
import type { Question, Questions } from "../../tool/question.ts";
import { type Person, readAnswer } from "./person.ts";

/** Asks what a tool wants to know; undefined if nobody answers. */
export async function answerQuestions(
  title: string,
  questions: Questions,
  person: Person,
): Promise<AskDecision | undefined> {
  const answers: Record<string, unknown> = {};
  const columns = person.terminal.stderr.columns || 80;
  for (const [name, question] of Object.entries(questions)) {
    const message = "message" in question ? question.message : "It asks for what a terminal does not have.";
    const words = wrapText(makeOneLine(`${title} asks: ${message}`), "", columns).join("\n");
    await person.terminal.tellPieces([{ text: words, style: "bold" }]);
    const answer = await answerQuestion(question, person);
    if (answer === undefined) return undefined;
    answers[name] = answer;
  }
  return { verdict: "answered", answers };
}

async function answerQuestion(question: Question, person: Person): Promise<object | undefined> {
  switch (question.kind) {
    case "form":
      return await fillForm(question.fields, person);
    case "link": {
      await person.terminal.tell(`  ${escapeHidden(question.url)}`);
      const answer = await readAnswer("Have you been there? [y/N] ", person);
      return answer === undefined ? undefined : { action: /^y(es)?$/i.test(answer) ? "accept" : "decline" };
    }
    default:
      return { action: "decline" };
  }
}

async function fillForm(schema: JsonSchema, person: Person): Promise<object | undefined> {
  const fields = isJsonObject(schema["properties"]) ? Object.entries(schema["properties"]) : [];
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const content: Record<string, unknown> = {};
  await person.terminal.tell("  A single - declines.");
  for (const [name, field] of fields) {
    const facts = isJsonObject(field) ? field : {};
    const isNeeded = required.includes(name) && facts["default"] === undefined;
    const value = await fillField(name, facts, isNeeded, person);
    if (value === undefined) return undefined;
    if (value === "declined") return { action: "decline" };
    if (value.given !== undefined) content[name] = value.given;
  }
  return { action: "accept", content };
}

async function fillField(
  name: string,
  field: JsonSchema,
  isNeeded: boolean,
  person: Person,
): Promise<{ readonly given: unknown } | "declined" | undefined> {
  const choices = Array.isArray(field["enum"]) ? field["enum"].map(String) : [];
  const kind =
    choices.length > 0 ? choices.join(", ") : field["type"] === "boolean" ? "y/n" : String(field["type"] ?? "");
  const described = typeof field["description"] === "string" ? `${field["description"]} ` : "";
  const left = isNeeded ? "" : ", may be empty";
  for (;;) {
    const answer = await readAnswer(makeOneLine(`  ${name}: ${described}(${kind}${left})`) + " ", person);
    if (answer === undefined) return undefined;
    if (answer === "-") return "declined";
    if (answer === "" && !isNeeded) return { given: undefined };
    const given = readValue(answer, field["type"], choices);
    if (given !== undefined) return { given };
    await person.terminal.tell(`  Expected ${kind}.`);
  }
}

/** Undefined if it fits not what the field takes. */
function readValue(answer: string, type: unknown, choices: readonly string[]): unknown {
  if (choices.length > 0) return choices.includes(answer) ? answer : undefined;
  if (type === "boolean") {
    if (/^(y(es)?|true)$/i.test(answer)) return true;
    return /^(no?|false)$/i.test(answer) ? false : undefined;
  }
  if (type !== "number" && type !== "integer") return answer === "" ? undefined : answer;
  const number = Number(answer);
  return answer === "" || !Number.isFinite(number) || (type === "integer" && !Number.isInteger(number))
    ? undefined
    : number;
}
