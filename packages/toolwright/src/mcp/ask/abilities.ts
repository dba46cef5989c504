import { mergeCapabilities, type ClientCapabilities } from "@modelcontextprotocol/server";
import type { Question, Questions } from "../../tool/question.ts";
import { isJsonObject, type JsonObject } from "../../tool/schema.ts";

export type CanAsk = (kind: Question["kind"]) => boolean;

/** Whether a client with these capabilities can have a question of the kind answered. */
export function canAnswer({ elicitation, sampling, roots }: JsonObject, kind: Question["kind"]): boolean {
  switch (kind) {
    case "form":
      // Before there were modes, an empty object meant forms.
      return isJsonObject(elicitation) && (elicitation["form"] !== undefined || elicitation["url"] === undefined);
    case "link":
      return isJsonObject(elicitation) && elicitation["url"] !== undefined;
    case "model":
      return sampling !== undefined;
    case "roots":
      return roots !== undefined;
  }
}

/** What the client would have to be able to do to answer them all; undefined when it is. */
export function missingAbilities(questions: Questions, canAsk: CanAsk): ClientCapabilities | undefined {
  const kinds = Object.values(questions).flatMap(({ kind }) => (canAsk(kind) ? [] : [kind]));
  if (kinds.length === 0) return undefined;
  return kinds.reduce<ClientCapabilities>((all, kind) => mergeCapabilities(all, capabilityFor[kind]), {});
}

const capabilityFor: Readonly<Record<Question["kind"], ClientCapabilities>> = {
  form: { elicitation: { form: {} } },
  link: { elicitation: { url: {} } },
  model: { sampling: {} },
  roots: { roots: {} },
};
