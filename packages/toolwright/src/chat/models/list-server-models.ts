import { usageError } from "../../cli/command.ts";
import { isJsonObject } from "../../tool/schema.ts";

const answerMs = 5_000;

/** The models of a server by their names; empty if it does not list them, with the status of its answer. A server that does not answer is an error of usage. */
export async function listServerModels(
  baseUrl: string,
  key: string | undefined,
  interrupted: AbortSignal,
): Promise<{ readonly listed: readonly string[]; readonly httpStatus: number }> {
  const signal = AbortSignal.any([interrupted, AbortSignal.timeout(answerMs)]);
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  try {
    const response = await fetch(`${baseUrl}/models`, { headers, signal, redirect: "error" });
    const body: unknown = response.ok ? await response.json().catch(() => undefined) : await response.text();
    const listed = isJsonObject(body) && Array.isArray(body["data"]) ? body["data"] : [];
    const names = listed.flatMap((each: unknown) =>
      isJsonObject(each) && typeof each["id"] === "string" ? [each["id"]] : [],
    );
    return { listed: names, httpStatus: response.status };
  } catch (error) {
    interrupted.throwIfAborted();
    throw usageError(
      `No server answers at ${baseUrl} (${reasonOf(error)}). Start it, such as with \`ollama serve\`, or correct --base-url.`,
      error,
    );
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `silent for ${answerMs / 1_000} s`;
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return "code" in cause ? String(cause.code) : cause.message;
}
