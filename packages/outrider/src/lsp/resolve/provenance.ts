import { countOf } from "../../workspace/text/visible-text.ts";
import type { ServerAccess } from "../project-servers.ts";
import type { LanguageServer } from "../server/language-server.ts";
import { ServerError } from "../wire/connection.ts";

/** How far an answer can be trusted, as shown by every tool. */
export type Provenance =
  /** From a language server that was ready, with no known doubts. */
  | { readonly state: "complete"; readonly server: string }
  /** The server's answer, and why there may be more. */
  | { readonly state: "partial"; readonly server: string; readonly why: string }
  /** From syntax alone, and why no server was asked. */
  | { readonly state: "syntactic"; readonly why: string };

/** As shown in answers, with the number from its version string: `typescript 7.0.2`. */
export function serverName({ spec, version }: Pick<LanguageServer, "spec" | "version">): string {
  const number = /\d+(?:\.[\w-]+)+/.exec(version ?? "")?.[0].slice(0, maxVersion);
  return number === undefined ? spec.id : `${spec.id} ${number}`;
}

const maxVersion = 40;

/** Why an answer comes from syntax although a server was wanted. */
export function whySyntactic(access: Exclude<ServerAccess, { readonly state: "ready" }>): string {
  if (access.state === "none")
    return [access.reason, access.how].flatMap((part) => part?.replace(/\.$/, "") ?? []).join(". ");
  const { title, phase } = access;
  return `${title} is still loading${phase.detail === "" ? "" : ` (${phase.detail})`}`;
}

/** Why a server that was asked gave no answer; errors that are not server failures are rethrown. */
export function whyFailed(error: unknown, whyLate?: string): string {
  if (whyLate !== undefined) return whyLate;
  if (!(error instanceof ServerError)) throw error;
  const message = error.message.slice(0, maxMessage).replace(/\.$/, "");
  return error.code === "server" ? `it failed: ${message}` : message;
}

const maxMessage = 300;

export function tookLonger(ms: number): string {
  return `the language server took longer than ${ms / 1_000} s`;
}

/** Collects what happened while a question of many steps was answered, for the sentence about how far to trust it. */
export interface Evidence {
  /** A server answered a step. */
  answered(server: string): void;
  /** A step was answered by syntax. */
  fellBack(why: string): void;
  /** There is doubt about `count` items of a kind, e.g. `("call", "by syntax alone")`. */
  doubt(noun: string, what: string, count?: number): void;
  /** The same, if there is nothing to count. */
  note(what: string): void;
  provenance(): Provenance;
}

const maxTold = 3;

export function collectEvidence(): Evidence {
  const servers = new Set<string>();
  const reasons = new Map<string, number>();
  const doubts = new Map<string, { readonly noun: string; readonly what: string; readonly count: number }>();
  const notes = new Set<string>();
  let steps = 0;
  return {
    answered(server) {
      steps += 1;
      servers.add(server);
    },
    fellBack(why) {
      steps += 1;
      const reason = why.replace(/\.$/, "");
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    },
    doubt(noun, what, count = 1) {
      const key = `${noun} ${what}`;
      doubts.set(key, { noun, what, count: count + (doubts.get(key)?.count ?? 0) });
    },
    note: (what) => void notes.add(what),
    provenance() {
      const [first] = reasons.keys();
      if (servers.size === 0) return { state: "syntactic", why: first ?? "no language server was asked" };
      const server = [...servers].join(", ");
      const told = [
        ...Array.from(reasons, ([why, count]) => `${count} of ${steps} steps by syntax: ${why}`),
        ...Array.from(doubts.values(), ({ noun, what, count }) => `${countOf(count, noun)} ${what}`),
        ...notes,
      ];
      if (told.length === 0) return { state: "complete", server };
      const more = told.length > maxTold ? "; and more" : "";
      return { state: "partial", server, why: `${told.slice(0, maxTold).join("; ")}${more}` };
    },
  };
}
