import {
  inputRequired,
  type CreateMessageRequestParams,
  type ElicitRequestFormParams,
  type InputRequest,
  type InputRequiredResult,
  mergeCapabilities,
  type ClientCapabilities,
} from "@modelcontextprotocol/server";
import type { Question, Questions } from "../../tool/question.ts";
import { isJsonObject, type JsonObject } from "../../tool/schema.ts";

/** A tool's questions in the form of the protocol; the SDK turns them into requests for clients of the legacy era. */
export function wireQuestions(questions: Questions, state: string | undefined): InputRequiredResult {
  return inputRequired({
    inputRequests: Object.fromEntries(
      Object.entries(questions).map(([key, question]) => [key, wireQuestion(question)]),
    ),
    ...(state === undefined ? {} : { requestState: state }),
  });
}

function wireQuestion(question: Question): InputRequest {
  switch (question.kind) {
    case "form":
      return inputRequired.elicit({
        message: question.message,
        // oxlint-disable-next-line typescript/consistent-type-assertions -- a tool's own form; the SDK checks its shape
        requestedSchema: question.fields as ElicitRequestFormParams["requestedSchema"],
      });
    case "link":
      return inputRequired.elicitUrl({ message: question.message, url: question.url });
    case "model":
      // oxlint-disable-next-line typescript/consistent-type-assertions -- as the tool wrote it for the protocol
      return inputRequired.createMessage(question.request as unknown as CreateMessageRequestParams);
    case "roots":
      return inputRequired.listRoots();
  }
}

export type CanAsk = (kind: Question["kind"]) => boolean;

/** Whether a client with these capabilities can have a question of this kind answered. */
export function canAnswer({ elicitation, sampling, roots }: JsonObject, kind: Question["kind"]): boolean {
  switch (kind) {
    case "form":
      // Before modes were introduced, an empty object meant forms.
      return isJsonObject(elicitation) && (elicitation["form"] !== undefined || elicitation["url"] === undefined);
    case "link":
      return isJsonObject(elicitation) && elicitation["url"] !== undefined;
    case "model":
      return sampling !== undefined;
    case "roots":
      return roots !== undefined;
  }
}

/** The capabilities that the client lacks to answer them all; undefined if it lacks none. */
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
