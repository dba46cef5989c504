import {
  inputRequired,
  type CreateMessageRequestParams,
  type ElicitRequestFormParams,
  type InputRequest,
  type InputRequiredResult,
} from "@modelcontextprotocol/server";
import type { Question, Questions } from "../../tool/question.ts";

/** A tool's questions as the protocol asks them; the SDK turns them into requests for clients of the legacy era. */
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
