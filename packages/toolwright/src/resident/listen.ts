import { randomBytes } from "node:crypto";
import { chmodSync, lstatSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { createConnection, createServer, type Socket } from "node:net";
import { hasSocket, type ResidentPlace } from "./place.ts";
import { ResidentError } from "./resident-error.ts";

export interface Listening {
  readonly token: Buffer;
  /** Whether the socket at the address is still the one that listens. */
  isInPlace(): boolean;
  /** Takes no more connections, and leaves nothing behind; false if the place is no longer its own. */
  close(): Promise<boolean>;
}

const isWindows = process.platform === "win32";

/** Takes the address, with a new token; only for who holds the lock. What a process that was killed has left is replaced. */
export async function listen(place: ResidentPlace, onSocket: (socket: Socket) => void): Promise<Listening> {
  if (!isWindows && hasSocket(place) && (await isAnswered(place.address))) {
    throw new ResidentError(
      "foreign_service",
      `Another program listens at ${place.address}. End it, or delete the socket.`,
    );
  }
  const token = randomBytes(32);
  const newToken = `${place.token}.new`;
  await rm(newToken, { force: true });
  await writeFile(newToken, token.toString("hex"), { flag: "wx", mode: 0o600 });
  await rename(newToken, place.token);
  const server = createServer(onSocket);
  // Node deletes the path that it listened at when it closes, even if something else stands there by then.
  const bound = isWindows ? place.address : `${place.address}n`;
  if (!isWindows) await rm(bound, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ path: bound, backlog: 1024 }, resolve);
  });
  if (!isWindows) {
    chmodSync(bound, 0o600);
    await rename(bound, place.address);
  }
  const own = inodeOf(place.address);
  const isInPlace = (): boolean => isWindows || (own !== undefined && inodeOf(place.address) === own);
  return {
    token,
    isInPlace,
    async close() {
      server.close();
      // A process that took the place has a token of its own.
      if (!isInPlace()) return false;
      if (!isWindows) await rm(place.address, { force: true });
      await rm(place.token, { force: true });
      return true;
    },
  };
}

function inodeOf(path: string): bigint | undefined {
  return lstatSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
}

async function isAnswered(address: string): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = createConnection(address);
    const settle = (answer: boolean) => (): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", settle(true));
    socket.once("error", settle(false));
  });
}
