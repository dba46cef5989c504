import { defineRule } from "../rule.ts";

/** Characters that nobody sees: tags, marks that reorder text, and zero widths inside of words. */
const invisible =
  // Tags after a black flag are the flag of a region; marks of direction other than overrides belong to some scripts.
  /(?<!\u{1F3F4}[\u{E0000}-\u{E007F}]{0,8})[\u{E0000}-\u{E007F}]|[\u202D\u202E]|(?<=[A-Za-z])[\u200B\u2060\uFEFF](?=[A-Za-z])/u;

/** Instructions that no honest text gives a model. */
const orders: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget)\b[^.\n]{0,40}\b(?:previous|prior|above|earlier|other)\b[^.\n]{0,20}\b(?:instruction|prompt|rule|message)s?\b/i,
  /\b(?:do not|don't|never|without)\b[^.\n]{0,30}\b(?:tell|mention|inform|notify|telling|mentioning|informing|notifying)\b[^.\n]{0,20}\b(?:the )?users?\b[^.\n]{0,40}\b(?:this|that|it|about)\b/i,
  /\b(?:do not|don't|never|without)\s+(?:ever )?tell(?:ing)? (?:the |your )?users?\s*(?:[.!;)]|$)/im,
  /\b(?:do not|don't|never|without)\s+(?:ever )?mention(?:ing)? (?:this|that|it|these|any of (?:this|it))\b[^.\n]{0,20}\bto (?:the |your )?users?\b/i,
  /\b(?:read|open|send|include|pass|attach|append)\b[^.\n]{0,60}(?:~\/\.ssh|id_rsa|\.aws\/credentials|\/etc\/passwd|mcp\.json|\.env\b)[^.\n]{0,80}\b(?:parameter|argument|field|as `|content|value|sidenote)/i,
  /\b(?:read|open)\b[^.\n]{0,60}(?:~\/\.ssh\b(?!\/(?:config|known_hosts))|id_rsa|\.aws\/credentials|\/etc\/(?:passwd|shadow))(?![^\s,;]*\.pub\b)[^.\n]{0,40}\b(?:send|include|pass|attach|append|post|upload)\b[^.\n]{0,10}\b(?:it|them|that|everything)\b/i,
];

/** What presses a model rather than informs it. */
const pressure: readonly RegExp[] = [
  /<(?:important|system|secret|instructions?|critical)>/i,
  /\b(?:before|after)\b[^.\n]{0,20}\b(?:using|calling|any)\b[^.\n]{0,20}\b(?:any other|every other|other) tools?\b[^.\n]{0,40}\b(?:must|always|first)\b/i,
];

export const hiddenInstructions = defineRule({
  id: "X801",
  severity: "error",
  title: "A text holds orders to the model or hidden characters",
  why: "Whatever stands in a description, a schema or an answer is read by the model as if its user had written it.",
  fix: "Remove it. Where the words are meant well, say it as a fact about the tool.",
  measured:
    "Names, descriptions, schemas, instructions, prompts, resources and answers are searched for invisible characters and known forms of orders: an error, in answers an info. Tags such as <IMPORTANT> and orders about other tools are an info.",
  needs: ["texts"],
  *find({ texts }) {
    const told = new Set<string>();
    for (const { where, text, tool } of texts) {
      // What stands in an answer may be what was asked for, such as a page about such orders.
      const isAnswer = where.startsWith("answer");
      const hit = findIn(text, isAnswer);
      if (hit === undefined || told.has(where)) continue;
      told.add(where);
      const around = text.slice(Math.max(0, hit.at - 60), hit.at + 200);
      yield {
        ...(tool === undefined ? {} : { tool }),
        at: where,
        cause: hit.what,
        ...(hit.isOrder && !isAnswer ? {} : { severity: "info" as const }),
        message: `The ${where} holds ${hit.what}.`,
        evidence: { received: around },
      };
    }
  },
});

function findIn(text: string, isAnswer: boolean): { what: string; at: number; isOrder: boolean } | undefined {
  const hidden = invisible.exec(text);
  if (hidden !== null) return { what: "characters that nobody sees", at: hidden.index, isOrder: true };
  for (const pattern of orders) {
    const found = pattern.exec(text);
    if (found !== null) return { what: "an order to the model", at: found.index, isOrder: true };
  }
  // Answers quote files and pages in which such tags and words are common.
  for (const pattern of isAnswer ? [] : pressure) {
    const found = pattern.exec(text);
    if (found !== null) return { what: "words that press a model", at: found.index, isOrder: false };
  }
  return undefined;
}
