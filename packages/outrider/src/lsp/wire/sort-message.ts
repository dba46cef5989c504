import { isRecord } from "../../workspace/config/is-record.ts";

export type Message =
  | { readonly kind: "request"; readonly id: number | string; readonly method: string; readonly params: unknown }
  | { readonly kind: "notification"; readonly method: string; readonly params: unknown }
  | { readonly kind: "answer"; readonly id: unknown; readonly result: unknown }
  | { readonly kind: "refusal"; readonly id: unknown; readonly rpcCode: number | undefined; readonly message: string }
  | { readonly kind: "malformed" };

/** Error texts of servers can hold whole files. */
const maxErrorLength = 2000;

/** What a message of a server is. Servers leave out `result` for null and send `error: null` beside a result. */
export function sortMessage(message: unknown): Message {
  if (!isRecord(message)) return { kind: "malformed" };
  const { id, method, params, result, error } = message;
  if (typeof method === "string") {
    if (id === undefined) return { kind: "notification", method, params };
    if (typeof id === "number" || typeof id === "string") return { kind: "request", id, method, params };
    return { kind: "malformed" };
  }
  if (method !== undefined || id === undefined) return { kind: "malformed" };
  if (error === undefined || error === null) return { kind: "answer", id, result: result ?? null };
  return { kind: "refusal", id, ...readError(error) };
}

function readError(error: unknown): { readonly rpcCode: number | undefined; readonly message: string } {
  if (!isRecord(error)) return { rpcCode: undefined, message: shorten(JSON.stringify(error)) };
  const { code, message } = error;
  const text = typeof message === "string" && message !== "" ? message : "no message";
  if (typeof code === "number") return { rpcCode: code, message: shorten(text) };
  const named = code === undefined ? text : `${text} (code ${JSON.stringify(code)})`;
  return { rpcCode: undefined, message: shorten(named) };
}

function shorten(text: string): string {
  return text.length <= maxErrorLength ? text : `${text.slice(0, maxErrorLength)}…`;
}
