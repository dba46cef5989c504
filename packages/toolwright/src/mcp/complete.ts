import { ProtocolError, ProtocolErrorCode, type CompleteRequest } from "@modelcontextprotocol/server";
import type { Clock } from "../tool/call-context.ts";
import { describeText } from "../tool/describe-value.ts";
import { didYouMean } from "../tool/nearest-name.ts";
import { createAskProvider } from "./ask-provider.ts";
import type { Connection } from "./connection.ts";
import type { ServerDefinition } from "./define-server.ts";
import { unknownPrompt } from "./prompts/handle-prompts.ts";
import type { PromptArgument } from "./prompts/prompt.ts";

/** The protocol's limit for one answer. */
const maxValues = 100;

export function offersCompletion({ prompts, resources }: ServerDefinition): boolean {
  return (
    prompts.some((prompt) => prompt.arguments?.some((argument) => argument.complete !== undefined)) ||
    (resources?.templates ?? []).some((template) => template.complete !== undefined)
  );
}

export function handleCompletion(connection: Connection, clock?: Clock): void {
  const { definition, server } = connection;
  const ask = createAskProvider(connection, clock);
  server.setRequestHandler("completion/complete", async ({ params }, context) => {
    const { name, value } = params.argument;
    const complete = findCompletion(definition, params);
    const chosen = params.context?.arguments ?? {};
    const what = `Completing ${describeText(name)}`;
    const all = complete === undefined ? [] : await ask(context, what, (reader) => complete(value, chosen, reader));
    const values = all.slice(0, maxValues);
    return { completion: { values, total: all.length, hasMore: all.length > values.length } };
  });
}

/** Undefined if the argument exists but has no completion. */
function findCompletion(
  { prompts, resources }: ServerDefinition,
  { ref, argument }: CompleteRequest["params"],
): PromptArgument["complete"] {
  if (ref.type === "ref/prompt") {
    const prompt = prompts.find((each) => each.name === ref.name);
    if (prompt === undefined)
      throw unknownPrompt(
        ref.name,
        prompts.map((each) => each.name),
      );
    const known = prompt.arguments ?? [];
    const found = known.find((each) => each.name === argument.name);
    if (found !== undefined) return found.complete;
    const names = known.map((each) => each.name);
    throw badReference(`Prompt ${prompt.name} has no argument`, argument.name, names);
  }
  const templates = resources?.templates ?? [];
  const template = templates.find((each) => each.uriTemplate === ref.uri);
  if (template !== undefined) {
    const { complete = {} } = template;
    return Object.hasOwn(complete, argument.name) ? complete[argument.name] : undefined;
  }
  const uris = templates.map((each) => each.uriTemplate);
  throw badReference("There is no resource template", ref.uri, uris);
}

function badReference(problem: string, name: string, names: readonly string[]): ProtocolError {
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `${problem} ${describeText(name)}.${didYouMean(name, names)}`,
  );
}
