import { ToolError } from "toolwright";
import { errorCode } from "../../../workspace/paths/error-code.ts";

/** A server name that may be shown: never the URL itself, which contains the password. */
export interface ServerName {
  /** For example `db.example.org:5432/team`. */
  readonly shown: string;
  /** Where the user configured the URL. */
  readonly urlName: string;
  /** What must never be shown. */
  readonly secrets: readonly string[];
}

/** The connection broke or could not be made, or two transactions conflicted: a retry may help. */
export function isPassing(error: unknown): boolean {
  const code = errorCode(error) ?? "";
  if (passingCodes.has(code) || code.startsWith("08")) return true;
  return error instanceof Error && passingMessages.test(error.message);
}

/** Two processes wanted the same rows, or one of them was removed meanwhile; the server is fine. */
export function isConflict(error: unknown): boolean {
  return conflictCodes.has(errorCode(error) ?? "");
}

const conflictCodes = new Set(["40001", "40P01", "23503", "55P03"]);

const networkCodes = ["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH"];
/** Shut down by an administrator, crashed, not ready yet, too many connections. */
const serverCodes = ["57P01", "57P02", "57P03", "53300"];
const passingCodes = new Set([...networkCodes, ...serverCodes, ...conflictCodes]);

const passingMessages = /^(Connection terminated|Connection ended|timeout exceeded when trying|Client has encountered)/;

/** What happened and what to do, without the password, and without the error itself, which may contain it. */
export function describeError(error: unknown, server: ServerName): Error {
  if (error instanceof ToolError) return error;
  const code = errorCode(error) ?? "";
  const said = `PostgreSQL at ${server.shown} said: ${redact(error instanceof Error ? error.message : String(error), server.secrets)}`;
  const known = explanations.find(({ codes }) => codes.test(code));
  if (known !== undefined)
    return new ToolError(known.code, `${said}. ${known.next(server.urlName)}`, { retryable: known.retryable });
  if (isPassing(error)) return unreachable(error, server);
  return new ToolError("store_failed", `${said}${code === "" ? "" : ` (${code})`}.`);
}

export function unreachable(error: unknown, server: ServerName): ToolError {
  const reason = redact(
    error instanceof Error && error.message !== "" ? error.message : (errorCode(error) ?? "no answer"),
    server.secrets,
  );
  return new ToolError(
    "store_unreachable",
    `PostgreSQL at ${server.shown} does not answer (${reason}). Try again when it runs; the address is in ${server.urlName}.`,
    { retryable: true },
  );
}

export function redact(text: string, secrets: readonly string[]): string {
  return secrets.reduce((shown, secret) => shown.replaceAll(secret, "***"), text);
}

const explanations = [
  {
    codes: /^28/,
    code: "store_refused",
    retryable: false,
    next: (urlName: string) => `User and password are part of the address in ${urlName}.`,
  },
  {
    codes: /^3D000$/,
    code: "store_refused",
    retryable: false,
    next: (urlName: string) => `Create that database, or name another one in ${urlName}.`,
  },
  {
    codes: /^42501$/,
    code: "store_refused",
    retryable: false,
    next: () => "The role needs CREATE on the database for the first start, and all rights on the schema afterwards.",
  },
  {
    codes: /^57014$/,
    code: "store_slow",
    retryable: true,
    next: () => "It took longer than a question may take; try again, or look at the load of the server.",
  },
  {
    codes: /^(53100|53200)$/,
    code: "store_full",
    retryable: true,
    next: () => "The server is out of room; what was stored before is untouched.",
  },
];
