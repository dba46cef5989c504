import { countOf } from "../../../workspace/text/count-of.ts";
import type { Knowledge } from "../knowledge.ts";

/** What happened while a question of many steps was answered, for the one sentence that says how far it can be trusted. */
export interface Ledger {
  /** A server answered a step. */
  answered(server: string): void;
  /** A step was answered by syntax. */
  fellBack(why: string): void;
  /** Something speaks against an answer: so many of this kind, as `("call", "by syntax alone")`. */
  doubt(noun: string, what: string, count?: number): void;
  /** The same, where nothing can be counted. */
  note(what: string): void;
  knowledge(): Knowledge;
}

const mostTold = 3;

export function openLedger(): Ledger {
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
    knowledge() {
      const [first] = reasons.keys();
      if (servers.size === 0) return { state: "syntactic", why: first ?? "no language server was asked" };
      const server = [...servers].join(", ");
      const told = [
        ...Array.from(reasons, ([why, count]) => `${count} of ${steps} steps by syntax: ${why}`),
        ...Array.from(doubts.values(), ({ noun, what, count }) => `${countOf(count, noun)} ${what}`),
        ...notes,
      ];
      if (told.length === 0) return { state: "complete", server };
      const more = told.length > mostTold ? "; and more" : "";
      return { state: "partial", server, why: `${told.slice(0, mostTold).join("; ")}${more}` };
    },
  };
}
