import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createConnection, createServer, type Socket } from "node:net";
import { dirname } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { frameHeader, frameKinds } from "../../src/resident/frames.ts";
import { chooseResidentDirectory, residentKey } from "../../src/resident/index.ts";
import { canGiveAway, chownAll, nobody } from "../other-user.ts";
import { verifies } from "../verifies.ts";
import { bundlePrograms, connectTo, isRunning, openPlace, type Place, type Programs, say } from "./resident-kit.ts";

let programs: Programs;
beforeAll(async () => {
  programs = await bundlePrograms();
});
afterAll(async () => await programs.remove());

// Windows has no modes; there the token alone proves who is who.
const skip = process.platform === "win32";

const foreignThings: Readonly<Record<string, readonly [prepare: (place: Place) => void, says: RegExp]>> = {
  "a directory that others may read": [
    ({ directory }) => mkdirSync(directory, { mode: 0o755 }),
    /has mode 755.*chmod go=/,
  ],
  "a file in place of the directory": [({ directory }) => writeFileSync(directory, ""), /EEXIST|is no directory/],
  "a link in place of the directory": [
    ({ directory }) => {
      mkdirSync(`${directory}-other`, { mode: 0o700 });
      symlinkSync(`${directory}-other`, directory);
    },
    /is no directory, or a link to one/,
  ],
  "a directory above in which everybody may rename": [
    ({ directory }) => {
      mkdirSync(directory, { mode: 0o700 });
      chmodSync(dirname(directory), 0o777);
    },
    /Everybody may rename/,
  ],
  "a file in place of the socket": [(place) => writeFileSync(inside(place).socket, ""), /is no socket/],
  "a directory in place of the socket": [(place) => mkdirSync(inside(place).socket), /is no socket/],
  "a link in place of the socket": [(place) => symlinkSync("/dev/null", inside(place).socket), /is no socket/],
};

function inside(place: Place): Place {
  mkdirSync(place.directory, { mode: 0o700 });
  return place;
}

for (const [what, [prepare, says]] of Object.entries(foreignThings)) {
  verifies(
    "resident:private",
    `${what} is refused`,
    async () => {
      const place = await openPlace();
      prepare(place);
      await expect(connectTo(programs, place)).rejects.toThrow(says);
      expect(place.pidsOf("start")).toEqual([]);
    },
    { skip },
  );
}

verifies(
  "resident:private",
  "a directory of another user is refused",
  async () => {
    const place = await openPlace();
    chownAll(inside(place).directory, nobody);
    await expect(connectTo(programs, place)).rejects.toThrow(`${place.directory} belongs to user ${nobody}`);
  },
  { skip: skip || !canGiveAway },
);

const badTokens: Readonly<Record<string, readonly [change: (token: string) => void, says: RegExp]>> = {
  "that others may read": [(token) => chmodSync(token, 0o644), /has mode 644/],
  "that is a link": [
    (token) => {
      writeFileSync(`${token}-other`, readFileSync(token), { mode: 0o600 });
      rmSync(token);
      symlinkSync(`${token}-other`, token);
    },
    /cannot be read \(ELOOP\)/,
  ],
  "of another shape": [(token) => writeFileSync(token, "secret"), /holds no token/],
  "that the process does not know": [(token) => writeFileSync(token, "0".repeat(64)), /not/],
};

for (const [what, [change, says]] of Object.entries(badTokens)) {
  verifies(
    "resident:private",
    `a token ${what} is refused`,
    async () => {
      const place = await openPlace();
      const first = await connectTo(programs, place);
      change(place.token);
      await expect(connectTo(programs, place, { startMs: 100 })).rejects.toThrow(says);
      expect(await say(first, "hello")).toMatchObject({ heard: "hello" });
    },
    { skip },
  );
}

verifies(
  "resident:proof",
  "a foreign service at the address learns no token and is not used",
  async () => {
    const place = await openPlace();
    inside(place);
    const token = "ab".repeat(32);
    writeFileSync(place.token, token, { mode: 0o600 });
    const heard: Buffer[] = [];
    await listenAt(place.socket, (socket) => {
      socket.on("data", (chunk: Buffer) => {
        heard.push(chunk);
        socket.write(json({ version: "1", pid: 1, ends: false, proof: "0".repeat(64) }));
      });
      socket.write(json({ protocol: 1, nonce: "0".repeat(32) }));
    });
    await expect(connectTo(programs, place)).rejects.toMatchObject({ code: "foreign_service" });
    expect(Buffer.concat(heard).toString("latin1")).not.toContain(token);
  },
  { skip },
);

verifies(
  "resident:proof",
  "a process does not start in the place of a service that it does not know",
  async () => {
    const place = await openPlace();
    inside(place);
    await listenAt(place.socket, () => {});
    await expect(connectTo(programs, place)).rejects.toThrow("Another program listens");
    expect(place.pidsOf("start")).toEqual([]);
  },
  { skip },
);

verifies("resident:proof", "a client with a wrong proof hears nothing and is hung up on", async () => {
  const place = await openPlace();
  const first = await connectTo(programs, place);
  const { socket, ended } = await openRaw(place);
  socket.write(json({ version: "1", nonce: "0".repeat(32), proof: "0".repeat(64) }));
  expect(await ended).toMatch(/^\{"protocol":1,"nonce":"[\da-f]{32}"\}$/);
  expect(await say(first, "hello")).toMatchObject({ heard: "hello" });
});

const garbage: Readonly<Record<string, Buffer>> = {
  "before the greeting": frameHeader(frameKinds.ping, 0),
  "of no kind": Buffer.concat([frameHeader(200, 0)]),
  "that is no JSON": Buffer.concat([frameHeader(frameKinds.json, 3), Buffer.from("{no")]),
  "that is too large": frameHeader(frameKinds.json, 2 ** 32 - 1),
  "of random bytes": Buffer.from("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"),
};

for (const [what, bytes] of Object.entries(garbage)) {
  verifies("resident:bad-frames", `a message ${what} ends its connection and no other`, async () => {
    const place = await openPlace();
    const first = await connectTo(programs, place);
    const { socket, ended } = await openRaw(place);
    socket.write(bytes);
    await ended;
    expect(await say(first, "hello")).toMatchObject({ heard: "hello" });
    expect(isRunning(first.peer.pid)).toBe(true);
  });
}

verifies("resident:bad-frames", "who sends half a message and goes is forgotten", async () => {
  const place = await openPlace();
  const first = await connectTo(programs, place);
  const { socket, ended } = await openRaw(place);
  socket.end(Buffer.concat([frameHeader(frameKinds.json, 100), Buffer.from('{"version":')]));
  await ended;
  expect(await say(first, "hello")).toMatchObject({ heard: "hello" });
});

verifies("resident:bad-frames", "a message above the limit is refused where it is sent", async () => {
  const place = await openPlace();
  const connection = await connectTo(programs, place);
  await expect(connection.sendBytes(new Uint8Array(16 * 1024 * 1024 + 1))).rejects.toMatchObject({
    code: "bad_message",
  });
  const most = await echo(connection, 16 * 1024 * 1024);
  expect(most).toBe(16 * 1024 * 1024);
});

verifies("resident:private", "addresses that the system would cut are not used", async () => {
  expect(chooseResidentDirectory([`/${"long".repeat(30)}`, "/run/user/1/app"])).toBe("/run/user/1/app");
  expect(() => chooseResidentDirectory([`/${"long".repeat(30)}`])).toThrow("more than 103 bytes");
  expect(residentKey(["a", "b"])).not.toBe(residentKey(["ab"]));
});

async function echo(connection: Awaited<ReturnType<typeof connectTo>>, length: number): Promise<number> {
  const sent = connection.sendBytes(new Uint8Array(length));
  const message = await connection.receive();
  await sent;
  return message?.kind === "bytes" ? message.bytes.length : 0;
}

async function listenAt(path: string, onSocket: (socket: Socket) => void): Promise<void> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    onSocket(socket);
  });
  await new Promise<void>((resolve) => {
    server.listen(path, resolve);
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
}

/** A client that knows nothing; `ended` is what it was sent in messages until it was hung up on. */
async function openRaw({ socket: path }: Place): Promise<{ readonly socket: Socket; readonly ended: Promise<string> }> {
  const socket = createConnection(path);
  onTestFinished(() => void socket.destroy());
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  socket.on("error", () => {});
  const ended = new Promise<string>((resolve) => {
    socket.once("close", () => resolve(Buffer.concat(chunks).subarray(5).toString()));
  });
  await new Promise<void>((resolve) => {
    socket.once("connect", () => resolve());
  });
  return { socket, ended };
}

function json(value: unknown): Buffer {
  const payload = Buffer.from(JSON.stringify(value));
  return Buffer.concat([frameHeader(frameKinds.json, payload.length), payload]);
}
