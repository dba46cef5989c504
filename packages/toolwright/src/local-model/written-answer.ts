import type { ModelTool } from "../agent/model/model.ts";
import type { ResponsePart } from "../agent/log/entries.ts";
import { isJsonObject } from "../tool/schema.ts";
import { describeSchema, GrammarRules, literal } from "./json-grammar.ts";

/** Lets a model write one of two things: `{"answer":"…"}`, or `{"tool":"…","input":{…}}` with an input that fits its tool. */
export function writeAnswerGrammar(tools: readonly ModelTool[]): string {
  const rules = new GrammarRules();
  rules.define("root", () => {
    const calls = tools.map(({ name, inputSchema }, index) =>
      rules.define(`call-${index}`, () => {
        const input = describeSchema(rules, inputSchema, `call-${index}`);
        return `${literal(`{"tool":${JSON.stringify(name)},"input":`)} ${input} "}"`;
      }),
    );
    // An empty answer would be asked for again.
    const text = describeSchema(rules, { type: "string", minLength: 1 }, "answer");
    const answer = rules.define("answer", () => `${literal(answerStart)} ${text} "}"`);
    return [...calls, answer].join(" | ");
  });
  return rules.write();
}

const answerStart = '{"answer":';

/** A part of an answer as this model has written it, or would have. */
export function writePart(part: ResponsePart): string {
  if (part.type === "call") return `{"tool":${JSON.stringify(part.tool)},"input":${part.input || "{}"}}`;
  return part.type === "text" ? `${answerStart}${JSON.stringify(part.text)}}` : "";
}

/** What the model has written, whole or cut off. Text that is in neither form is text. */
export function readAnswer(written: string): readonly ResponsePart[] {
  const said = readSaid(written);
  if (said !== undefined) return said === "" ? [] : [{ type: "text", text: said }];
  const [, name] = /^\{"tool":("(?:[^"\\]|\\.)*"),"input":/.exec(written) ?? [];
  if (name === undefined) return written === "" ? [] : [{ type: "text", text: written }];
  const tool = String(JSON.parse(name));
  const whole = parse(written);
  const start = `{"tool":${name},"input":`.length;
  // Of a call that was cut off the rest is missing, and what is there shows where.
  const input = isJsonObject(whole) ? JSON.stringify(whole["input"]) : written.slice(start);
  return [{ type: "call", callId: "", tool, input }];
}

/** The text of an answer, as far as it has been written; undefined for anything else. */
export function readSaid(written: string): string | undefined {
  if (!written.startsWith(answerStart)) return undefined;
  const [text = ""] = /^"(?:[^"\\]|\\(?:[^u]|u[0-9a-fA-F]{4}))*/.exec(written.slice(answerStart.length)) ?? [];
  const said = text === "" ? "" : parse(`${text}"`);
  return typeof said === "string" ? said : "";
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
