import { createConnection, type Socket } from "node:net";
import { maxMessageBytes, openConversation } from "./conversation.ts";
import type { ResidentClientOptions, ResidentConnection } from "./client-options.ts";
import { greetProcess, maxGreetingBytes } from "./handshake.ts";
import { hasSocket, openResidentPlace, readToken, type ResidentPlace } from "./place.ts";
import { ResidentError } from "./resident-error.ts";

/** A process that works answers in milliseconds, and on a machine that is very busy in a second or two. */
const greetingMs = 5_000;
const defaultStartMs = 30_000;

/** Connects to the resident process, which is started if need be; undefined if there is none and it may not be started. */
export async function connectResident(
  options: ResidentClientOptions & { readonly start: NonNullable<ResidentClientOptions["start"]> },
): Promise<ResidentConnection>;
export async function connectResident(options: ResidentClientOptions): Promise<ResidentConnection | undefined>;
export async function connectResident(options: ResidentClientOptions): Promise<ResidentConnection | undefined> {
  const { directory, key, version, start, startMs = defaultStartMs, signal } = options;
  const place = openResidentPlace(directory, key);
  const connect = async (): Promise<ResidentConnection | undefined> => await tryConnect(place, version, signal);
  const first = await connect();
  if (first !== undefined || start === undefined) return first;
  // Loaded only here: most clients find the process at work.
  const { startResident } = await import("./start-resident.ts");
  return await startResident({ place, start, startMs, connect, signal });
}

/** Undefined if nobody answers, or who answered is ending. */
async function tryConnect(
  place: ResidentPlace,
  version: string,
  signal: AbortSignal | undefined,
): Promise<ResidentConnection | undefined> {
  signal?.throwIfAborted();
  if (!hasSocket(place)) return undefined;
  const token = readToken(place);
  if (token === undefined) return undefined;
  const socket = await openSocket(place.address);
  if (socket === undefined) return undefined;
  const wire = openConversation(socket, { maxBytes: maxGreetingBytes });
  const stop = (): void => wire.destroy();
  const silence = watchSilence(stop);
  signal?.addEventListener("abort", stop, { once: true });
  try {
    const greeted = await greetProcess(wire, token, version);
    if (greeted.is === "ready") {
      wire.allow(maxMessageBytes);
      return { ...wire, peer: greeted.peer };
    }
    wire.destroy();
    if (greeted.ends) return undefined;
    throw new ResidentError(
      "other_version",
      `Process ${greeted.peer.pid} is version ${greeted.peer.version}, this program is ${version}, and that process is in use.`,
    );
  } catch (error) {
    wire.destroy();
    signal?.throwIfAborted();
    if (!(error instanceof ResidentError)) throw error;
    if (silence.isOver()) throw await notAnswering(place);
    // It ended meanwhile, or this is the token of the one that was here before.
    if (error.code === "lost") return undefined;
    throw new ResidentError(error.code, `${place.address}: ${error.message}`, error);
  } finally {
    silence.end();
    signal?.removeEventListener("abort", stop);
  }
}

function watchSilence(onSilence: () => void): { isOver(): boolean; end(): void } {
  let isOver = false;
  let look: NodeJS.Immediate | undefined;
  // After what has arrived meanwhile: it may be this process that stood still.
  const timer = setTimeout(() => {
    look = setImmediate(() => {
      isOver = true;
      onSilence();
    });
  }, greetingMs);
  return {
    isOver: () => isOver,
    end() {
      clearTimeout(timer);
      clearImmediate(look);
    },
  };
}

async function notAnswering({ directory, key }: ResidentPlace): Promise<ResidentError> {
  const { findLockHolder } = await import("../process/process-lock.ts");
  const holder = await findLockHolder(directory, key);
  const who = holder === undefined ? "The process" : `Process ${holder.pid}`;
  return new ResidentError(
    "not_answering",
    `${who} takes connections and has said nothing for ${greetingMs / 1000} s.`,
  );
}

/** Nobody listens, or so many wait that the system takes no more; the same question is asked again later. */
const absent = new Set(["ENOENT", "ECONNREFUSED", "EAGAIN", "ECONNRESET"]);

async function openSocket(address: string): Promise<Socket | undefined> {
  return await new Promise((resolve, reject) => {
    const socket = createConnection(address);
    socket.once("connect", () => {
      socket.off("error", onError);
      resolve(socket);
    });
    const onError = (error: NodeJS.ErrnoException): void => {
      if (absent.has(error.code ?? "")) return resolve(undefined);
      reject(
        new ResidentError("unsafe_place", `${address} cannot be connected to (${error.code ?? error.message}).`, error),
      );
    };
    socket.once("error", onError);
  });
}
