import type { Call } from "toolwright";
import * as z from "zod";
import type { Provenance } from "../lsp/resolve/provenance.ts";
import { lateIn } from "../lsp/resolve/references/resolve-references.ts";
import type { Phase } from "../lsp/server/language-server.ts";
import type { SearchLimits } from "../syntax/references/call-graph.ts";
import { visibleLine } from "../workspace/text/visible-text.ts";
import { wholeNumber } from "./fields.ts";

/** For tools that ask a language server. */
export const waitField = {
  wait: wholeNumber(0, 45).optional().describe("Seconds to wait for a language server, 0 to 45"),
};

export interface WaitOptions {
  readonly signal: AbortSignal;
  readonly readyMs: number | undefined;
  readonly onProgress: (phase: Phase) => void;
  /** How much is left of the call's time. */
  readonly leftMs: () => number;
}

/** How a call waits for a server, and reports its loading. */
export function waitingFor({ wait }: { readonly wait?: number | undefined }, call: Call): WaitOptions {
  return {
    signal: call.signal,
    readyMs: wait === undefined ? undefined : wait * 1_000,
    leftMs: () => call.remainingMs(),
    onProgress: ({ state, detail, done, total }) =>
      call.progress({
        message:
          state === "ready"
            ? `Language server: ${detail}`
            : `The language server loads${detail === "" ? "" : `: ${detail}`}`,
        ...(done === undefined ? {} : { done }),
        ...(total === undefined ? {} : { total }),
      }),
  };
}

/** How long a graph may search for its first symbol: as long as one search alone may take. */
export function firstSearchIn(options: Pick<WaitOptions, "leftMs">): SearchLimits {
  return { isLate: lateIn(options), proof: { ms: Math.max(shortestProofMs, options.leftMs() / 3), most: Infinity } };
}

const shortestProofMs = 3_000;

/** How reliable an answer is. */
export const provenanceFields = {
  completeness: z
    .enum(["complete", "partial", "syntactic"])
    .describe("By a language server; by one, and there may be more; by scopes and imports, without types"),
  server: z.string().optional().describe("Which one answered"),
  why: z.string().optional().describe("Why it is not complete"),
};

export function tellProvenance(provenance: Provenance): {
  completeness: Provenance["state"];
  server?: string;
  why?: string;
} {
  return {
    completeness: provenance.state,
    ...("server" in provenance ? { server: visibleLine(provenance.server) } : {}),
    ...("why" in provenance ? { why: visibleLine(inOneLine(provenance.why)) } : {}),
  };
}

const maxWhy = 400;

/** A server's last words may be long. */
function inOneLine(text: string): string {
  const line = text.replaceAll(/\s*[\r\n]+\s*/g, " ");
  return line.length <= maxWhy ? line : `${line.slice(0, maxWhy)}…`;
}
