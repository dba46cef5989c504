import { isModelError, type Model, ModelError } from "../../agent/model/model.ts";

/** What a person needs to know of a model whose server refuses it. */
export interface ModelAccess {
  /** Undefined if none was sent. */
  readonly key: { readonly value: string; readonly variable: string } | undefined;
  readonly baseUrl: string | undefined;
  /** Where the provider lists its models. */
  readonly modelsPage?: string | undefined;
  /** The models that the server has listed. */
  readonly listed?: readonly string[];
}

/** Says what to do where a server refuses the key or the model, and hides the key, which some servers repeat. */
export function explainRefusals({ id, stream }: Model, access: ModelAccess): Model {
  return {
    id,
    async *stream(request, signal) {
      try {
        yield* stream(request, signal);
      } catch (error) {
        if (!isModelError(error)) throw error;
        const hidden = access.key === undefined ? error.message : hideKey(error.message, access.key.value);
        const hint = describeRefusal(error.httpStatus, access);
        const message = hint === undefined ? hidden : `${hidden.replace(/[.\s]*$/, ".")} ${hint}`;
        if (message === error.message) throw error;
        // The cause has the key, too.
        const { kind, retryAfterMs, httpStatus } = error;
        throw new ModelError(kind, message, { retryAfterMs, httpStatus });
      }
    },
  };
}

/** Long messages are cut, maybe in the middle of the key. */
function hideKey(message: string, key: string): string {
  const hidden = message.replaceAll(key, "[key]");
  for (let length = key.length - 1; length >= 4; length -= 1) {
    if (hidden.endsWith(key.slice(0, length))) return `${hidden.slice(0, -length)}[key]`;
  }
  return hidden;
}

/** The next step after an answer with this status of HTTP; undefined where there is none. */
export function describeRefusal(status: number | undefined, access: ModelAccess): string | undefined {
  const { key } = access;
  switch (status) {
    case 401:
      if (key === undefined) return "No key was sent. Next: --key-env VARIABLE names the variable that holds one.";
      return `The key was read from ${key.variable}. Next: put a valid one there, or name another variable with --key-env.`;
    case 403:
      if (key === undefined) return "No key was sent. Next: --key-env VARIABLE names the variable that holds one.";
      return `The key was read from ${key.variable}. It may lack the right to this model. Next: another --model, or a key of another variable with --key-env.`;
    case 404:
      return describeModels(access);
    default:
      return undefined;
  }
}

const mostListed = 20;

function describeModels({ baseUrl, modelsPage, listed = [] }: ModelAccess): string {
  const more = listed.length > mostListed ? ", …" : "";
  if (listed.length > 0)
    return `The server has: ${listed.slice(0, mostListed).join(", ")}${more}. Next: name one with --model.`;
  const models = modelsPage === undefined ? "its models" : `its models (${modelsPage})`;
  if (baseUrl === undefined) return `Next: look through ${models} and name one with --model.`;
  return `Next: correct --base-url ${baseUrl}, which most servers want with /v1 at its end, or name one of ${models} with --model.`;
}
