import type { ServerResponse } from "node:http";
import type { BearerCheck } from "./bearer.ts";
import { refuse } from "./refuse.ts";

/** The answers under way to clients that were let in, as long as their tokens hold. */
export interface Admissions {
  /** Undefined if the token is refused; then its open answers have ended too. */
  principalOf(authorization: string | undefined): Promise<string | undefined>;
  /** Must be called for every answer to a client that was let in. */
  admit(client: Client): Admission;
  close(): void;
}

export interface Client {
  readonly authorization: string | undefined;
  readonly principal: string;
  readonly response: ServerResponse;
  /** Cancels what works on the answer. */
  readonly cancel: (reason: Error) => void;
}

export interface Admission {
  /** Asks again whether the client may get what is written next; if not, its answer has ended. */
  holds(): Promise<boolean>;
  /** The answer was written, or cannot be. */
  end(): void;
}

/** How often clients are checked that are sent nothing meanwhile. */
const recheckMs = 2_000;

export function createAdmissions(bearer: BearerCheck): Admissions {
  const open = new Set<Client>();
  const timer = bearer.isRevocable ? setInterval(() => void recheck(), recheckMs) : undefined;
  timer?.unref();

  /** Another principal under the same token is no successor of the one that was let in. */
  async function check(authorization: string | undefined): Promise<string | undefined> {
    const principal = await bearer.principalOf(authorization);
    for (const client of open) {
      if (client.authorization === authorization && client.principal !== principal) turnAway(client);
    }
    return principal;
  }

  async function recheck(): Promise<void> {
    const presented = new Set([...open].map(({ authorization }) => authorization));
    await Promise.all([...presented].map(check));
  }

  function turnAway(client: Client): void {
    const { response, cancel } = client;
    open.delete(client);
    // Cut off rather than completed: a part of an answer must not pass for the whole.
    if (response.headersSent) response.destroy();
    else refuseToken(response, "The token is no longer valid");
    cancel(new Error("The token of the client is no longer valid."));
  }

  return {
    principalOf: check,
    admit(client) {
      if (!bearer.isRevocable) return { holds: async () => true, end() {} };
      open.add(client);
      return {
        async holds() {
          await check(client.authorization);
          return open.has(client);
        },
        end: () => void open.delete(client),
      };
    },
    close: () => clearInterval(timer),
  };
}

export function refuseToken(response: ServerResponse, problem: string): void {
  response.setHeader("WWW-Authenticate", "Bearer");
  refuse(response, 401, `${problem}; send a valid one as \`Authorization: Bearer TOKEN\`.`);
}
