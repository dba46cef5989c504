import type { ServerContext } from "@modelcontextprotocol/server";
import type { Question } from "../../tool/question.ts";
import { isJsonObject } from "../../tool/schema.ts";
import { clientCapabilities, type Connection } from "../connection.ts";

/** Whether the client behind this request can have a question of the kind answered. */
export function canAsk(connection: Connection, context: ServerContext, kind: Question["kind"]): boolean {
  const { elicitation, sampling, roots } = clientCapabilities(connection, context);
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
