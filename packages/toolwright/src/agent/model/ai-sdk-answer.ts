import { isJsonObject, type JsonObject } from "../../tool/schema.ts";
import type { FinishReason, ResponsePart, TokenUsage } from "../log/entries.ts";
import { ModelError, type ModelEvent } from "./model.ts";

interface OpenPart {
  readonly type: "text" | "reasoning";
  text: string;
  provider: JsonObject | undefined;
}

/** No tokenizer writes more on average, not even for blanks. */
const mostCharactersOfAToken = 32;
/** For everything around the text, and for providers that count their thoughts separately. */
const extraCharacters = 100_000;

/** Puts the parts of a streamed answer together, in the order in which they began. */
export class AnswerParts {
  readonly #parts: (OpenPart | ResponsePart)[] = [];
  readonly #open = new Map<string, OpenPart>();
  readonly #most: number;
  #size = 0;

  constructor(maxOutputTokens: number) {
    this.#most = maxOutputTokens * mostCharactersOfAToken + extraCharacters;
  }

  /** What the part says to a reader, or the end of the answer. */
  add(part: JsonObject): ModelEvent {
    this.#measure(part["delta"]);
    switch (part["type"]) {
      case "text-start":
      case "text-delta":
      case "text-end":
        return this.#addText("text", part);
      case "reasoning-start":
      case "reasoning-delta":
      case "reasoning-end":
        return this.#addText("reasoning", part);
      case "tool-call":
        // What the provider has run itself must not be run again here.
        if (part["providerExecuted"] !== true) this.#parts.push(readCall(part));
        return atWork;
      case "file": {
        const text = `[The model made a file of type ${String(part["mediaType"])}, which is not kept.]`;
        this.#parts.push({ type: "text", text });
        return { type: "text", delta: text };
      }
      case "finish":
        return this.#finish(part);
      default:
        return atWork;
    }
  }

  /** A provider that heeds no limit would otherwise fill the memory. */
  #measure(delta: unknown): void {
    this.#size += 1 + (typeof delta === "string" ? delta.length : 0);
    if (this.#size <= this.#most) return;
    throw new ModelError("interrupted", "The answer was ended: it is far longer than the model was asked for.");
  }

  #addText(type: "text" | "reasoning", part: JsonObject): ModelEvent {
    const key = `${type} ${String(part["id"])}`;
    const known = this.#open.get(key);
    const open: OpenPart = known ?? { type, text: "", provider: undefined };
    if (known === undefined) {
      this.#open.set(key, open);
      this.#parts.push(open);
    }
    // Some providers use the same id for their next text.
    if (part["type"] === `${type}-end`) this.#open.delete(key);
    open.provider = mergeMetadata(open.provider, part["providerMetadata"]);
    const delta = typeof part["delta"] === "string" ? part["delta"] : "";
    open.text += delta;
    return { type, delta };
  }

  #finish(part: JsonObject): ModelEvent {
    const { unified, raw } = isJsonObject(part["finishReason"]) ? part["finishReason"] : { unified: "other", raw: "" };
    // Clients make up an end without a reason when the connection was closed in the middle.
    if (unified === "interrupted" || unified === "error" || (unified === "other" && raw === undefined)) {
      const reason = typeof raw === "string" ? ` (${raw})` : "";
      throw new ModelError("interrupted", `The provider ended its answer before it was complete${reason}.`);
    }
    const content = this.#parts
      .map(closePart)
      .filter((each) => each.type === "call" || each.text !== "" || each.provider !== undefined);
    return {
      type: "finish",
      content,
      finish: finishReasons[String(unified)] ?? "other",
      usage: readUsage(part["usage"]),
    };
  }
}

/** Nothing to read yet. */
const atWork: ModelEvent = { type: "text", delta: "" };

const finishReasons: Readonly<Record<string, FinishReason>> = {
  stop: "stop",
  "tool-calls": "calls",
  length: "length",
  "content-filter": "refused",
};

function readCall(part: JsonObject): ResponsePart {
  const provider = isJsonObject(part["providerMetadata"]) ? { provider: part["providerMetadata"] } : {};
  const { toolCallId, toolName, input } = part;
  return { type: "call", callId: String(toolCallId), tool: String(toolName), input: String(input), ...provider };
}

function closePart(part: OpenPart | ResponsePart): ResponsePart {
  if (part.type === "call") return part;
  const { type, text, provider } = part;
  return { type, text, ...(provider === undefined ? {} : { provider }) };
}

/** A signature comes with a later piece than the name of the part that it signs. */
function mergeMetadata(before: JsonObject | undefined, more: unknown): JsonObject | undefined {
  if (!isJsonObject(more)) return before;
  const merged: Record<string, unknown> = { ...before };
  for (const [provider, facts] of Object.entries(more)) {
    const known = merged[provider];
    merged[provider] = isJsonObject(known) && isJsonObject(facts) ? { ...known, ...facts } : facts;
  }
  return merged;
}

function readUsage(usage: unknown): TokenUsage | undefined {
  if (!isJsonObject(usage) || !isJsonObject(usage["inputTokens"]) || !isJsonObject(usage["outputTokens"])) {
    return undefined;
  }
  const { total, cacheRead, cacheWrite } = usage["inputTokens"];
  const output = usage["outputTokens"]["total"];
  if (typeof total !== "number" || typeof output !== "number") return undefined;
  return { input: total, output, cacheRead: countOf(cacheRead), cacheWrite: countOf(cacheWrite) };
}

function countOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
