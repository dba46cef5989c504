import { posix } from "node:path";
import type { Pace } from "../../../syntax/references/call-graph.ts";
import { type LimitedSignal, limitSignal } from "../../../workspace/time/limit-signal.ts";
import type { ProjectServers, ServerAccess } from "../../project-servers.ts";
import type { LanguageServer, Phase } from "../../server/language-server.ts";
import { ServerError } from "../../wire/connection.ts";
import { serverName, whySyntactic } from "../provenance.ts";
import { adaptTimeouts, whyLate } from "../adaptive-timeouts.ts";

/** The servers, as used by one question of many steps. */
export interface QuestionServers {
  /** A server's answer, or why there is none. Rejects only if the question is aborted. */
  ask<T>(
    about: Asked,
    work: (server: LanguageServer, signal: AbortSignal) => Promise<T | NoAnswer>,
  ): Promise<T | NoAnswer>;
  /** Stops its timer. */
  release(): void;
}

export interface Asked {
  readonly file: string;
  /** "quick": a server that is too slow for all steps is not asked; without one, the reason is told as ever. */
  readonly pace: Pace;
}

/** Why there is no answer from a server. */
export interface NoAnswer {
  readonly noAnswer: string;
}

const tooSlow = "the language server had no time for them";

/** Many steps take longer than one question; most of the call's time is for syntax. */
const stepsMs = 10_000;
/** After this many failed servers, none is asked again for this question. */
const maxFailed = 2;

export interface QuestionOptions {
  readonly signal: AbortSignal;
  /** How long to wait until a server is ready. Default: a short time. */
  readonly readyMs?: number | undefined;
  readonly onProgress?: (phase: Phase) => void;
}

export function openQuestionServers(
  servers: ProjectServers,
  { signal, readyMs, onProgress }: QuestionOptions,
): QuestionServers {
  const adaptive = adaptTimeouts(servers, readyMs);
  const { timeouts } = adaptive;
  const maxMs = timeouts.allMs + (adaptive.isShort ? 0 : stepsMs);
  let limited: LimitedSignal | undefined;
  // From the first question on: what syntax took before is no time of the server.
  const startLimit = (): LimitedSignal => (limited ??= limitSignal([signal], maxMs));
  const known = new Map<string, Promise<ServerAccess>>();
  const failed = new Set<LanguageServer | undefined>();
  let given: NoAnswer | undefined;
  let isLoading = false;

  async function access(file: string): Promise<ServerAccess> {
    const options = {
      signal: startLimit().signal,
      // Having waited once for a loading server, do not wait again for each file.
      waitMs: isLoading ? 0 : timeouts.readyMs,
      ...(onProgress === undefined ? {} : { onProgress }),
    };
    const found = await servers.forFile(file, options);
    if (found.state === "loading") isLoading = true;
    return found;
  }

  function giveUp(error: unknown, server: LanguageServer | undefined): NoAnswer {
    signal.throwIfAborted();
    if (limited?.isLate() === true) {
      adaptive.late();
      return (given = { noAnswer: whyLate(adaptive, maxMs) });
    }
    if (!(error instanceof ServerError)) throw error;
    const answer = { noAnswer: error.message };
    // An error about one symbol does not mean that others fail too.
    if (error.code === "server") return answer;
    failed.add(server);
    known.clear();
    if (failed.size >= maxFailed || error.code === "timed_out") given = answer;
    return answer;
  }

  return {
    async ask({ file, pace }, work) {
      if (given !== undefined) return given;
      let server: LanguageServer | undefined;
      try {
        // Files of one type in one directory share a server, and each access looks at the disk.
        const key = `${posix.dirname(file)}/*${posix.extname(file)}`;
        const pending = known.get(key) ?? access(file);
        known.set(key, pending);
        const found = await pending;
        if (found.state === "loading")
          return { noAnswer: `${whySyntactic(found)}: ask again in a minute, or give \`wait\`` };
        if (found.state === "none") return { noAnswer: whySyntactic(found) };
        if (pace === "quick") return { noAnswer: tooSlow };
        server = found.server;
        const answer = await work(server, startLimit().signal);
        adaptive.answered();
        return answer;
      } catch (error) {
        return giveUp(error, server);
      }
    },
    release: () => limited?.release(),
  };
}

/** A server that does not support this, or does it wrong. */
export function cannot(server: LanguageServer, what: string): NoAnswer {
  return { noAnswer: `${serverName(server)} has no ${what}` };
}

export function isNoAnswer(value: object): value is NoAnswer {
  return "noAnswer" in value;
}
