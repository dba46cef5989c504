import { appendFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { Conversation } from "../../src/resident/index.ts";
import { ResidentError, serveResident } from "../../src/resident/index.ts";

/** A resident process for tests. What happens in it, it writes to a file, a line each. */
const [directory = "", key = "", version = "", events = "", idleMs = "600000"] = process.argv.slice(2);

function note(what: string): void {
  appendFileSync(events, `${what} ${process.pid}\n`);
}

async function answer(connection: Conversation): Promise<void> {
  connection.closed.addEventListener("abort", () => note("closed"), { once: true });
  for (;;) {
    const message = await connection.receive();
    if (message === undefined) return;
    if (message.kind === "bytes") {
      await connection.sendBytes(message.bytes);
      continue;
    }
    if (message.value === "hang") {
      note("hangs");
      await new Promise<never>(() => {});
    }
    if (message.value === "flood") await flood(connection);
    else if (message.value === "environment") await connection.send({ cwd: process.cwd(), env: process.env });
    else if (message.value === "bye") return;
    else await connection.send({ heard: message.value, pid: process.pid });
  }
}

async function flood(connection: Conversation): Promise<void> {
  const bytes = new Uint8Array(1024 * 1024);
  for (let sent = 1; sent <= 64; sent += 1) {
    await connection.sendBytes(bytes);
    note("sent");
  }
}

try {
  const served = await serveResident({
    directory,
    key,
    version,
    about: { host: "tests" },
    onConnection: answer,
    onEnd: async () => note("end"),
    idleMs: Number(idleMs),
    checkMs: 20,
    lockMs: 500,
    tell: (line) => console.log(line),
  });
  note("start");
  process.once("SIGTERM", () => served.close());
  note((await served.ended).replace(" ", "-"));
  // Whatever a handler still waits for.
  await pause(0);
  process.exit(0);
} catch (error) {
  console.error(error instanceof ResidentError ? `${error.code}: ${error.message}` : error);
  process.exit(3);
}
