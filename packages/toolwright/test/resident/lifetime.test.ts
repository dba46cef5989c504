import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { connectResident, killResident, listResidents } from "../../src/resident/index.ts";
import { pollUntil } from "../../src/testing/waiting.ts";
import { proofSize } from "../proof-size.ts";
import { verifies } from "../verifies.ts";
import { bundlePrograms, connectTo, isRunning, openPlace, type Programs, runNode, say } from "./resident-kit.ts";

let programs: Programs;
beforeAll(async () => {
  programs = await bundlePrograms();
});
afterAll(async () => await programs.remove());

const clients = proofSize(100, 5);

verifies("resident:one", `100 starts at once, from ${clients} processes, give one process`, async () => {
  const place = await openPlace();
  const { directory, key, events } = place;
  const argv = [programs.client, directory, key, "1", events, programs.host, String(100 / clients)];
  const results = await Promise.all(Array.from({ length: clients }, async () => await runNode(argv)));
  const pids = results.flatMap(({ output }) => output.trim().split("\n"));
  expect(pids).toHaveLength(100);
  expect([...new Set(pids)]).toEqual([String(place.pidsOf("start")[0])]);
  expect(place.pidsOf("start")).toHaveLength(1);
});

verifies("resident:one", "a second process of the same key ends at once and says why", async () => {
  const place = await openPlace();
  const { peer } = await connectTo(programs, place);
  const { code, output } = await runNode([programs.host, place.directory, place.key, "1", place.events]);
  expect(output).toBe(`already_running: There is a resident process already. Process ${peer.pid} holds it.\n`);
  expect(code).toBe(3);
  expect(place.pidsOf("start")).toEqual([peer.pid]);
});

verifies("resident:killed", "killed by force in use, its client is told, and the next one gets another", async () => {
  const place = await openPlace();
  for (let round = 1; round <= proofSize(100, 10); round += 1) {
    const connection = await connectTo(programs, place);
    await connection.send("hang");
    await place.untilNoted("hangs", round);
    const answer = connection.receive();
    process.kill(connection.peer.pid, "SIGKILL");
    await expect(answer).rejects.toMatchObject({ name: "ResidentError", code: "lost" });
    await expect(connection.send("more")).rejects.toMatchObject({ code: "lost" });
    expect(connection.closed.aborted).toBe(true);
  }
  const last = await connectTo(programs, place);
  expect(await say(last, "hello")).toEqual({ heard: "hello", pid: last.peer.pid });
  expect(new Set(place.pidsOf("start")).size).toBe(place.pidsOf("start").length);
});

verifies(
  "resident:silent",
  "one that is stopped is told, is not replaced, and can be ended",
  async () => {
    const place = await openPlace();
    const { peer, end } = await connectTo(programs, place);
    await end();
    process.kill(peer.pid, "SIGSTOP");
    await expect(connectTo(programs, place)).rejects.toMatchObject({
      code: "not_answering",
      message: `Process ${peer.pid} takes connections and has said nothing for 5 s.`,
    });
    expect(place.pidsOf("start")).toEqual([peer.pid]);
    expect(await killResident(place.directory, place.key)).toBe(true);
    expect(isRunning(peer.pid)).toBe(false);
    expect(readdirSync(place.directory)).toEqual([`${place.key}.log`]);
    const next = await connectTo(programs, place);
    expect(await say(next, "hello")).toEqual({ heard: "hello", pid: next.peer.pid });
  },
  // Only Linux tells when a process started, which is the proof.
  { skip: process.platform !== "linux" },
);

verifies("resident:silent", "a process that has the number of one that is gone is not ended", async () => {
  const place = await openPlace();
  const { peer } = await connectTo(programs, place);
  const lock = readdirSync(place.directory).find((name) => name.endsWith(".lock")) ?? "";
  const claim = JSON.parse(readFileSync(join(place.directory, lock), "utf8"));
  writeFileSync(join(place.directory, lock), JSON.stringify({ ...claim, started: "" }));
  expect(await listResidents(place.directory)).toMatchObject([{ pid: peer.pid, isProven: false }]);
  expect(await killResident(place.directory, place.key)).toBe(false);
  expect(isRunning(peer.pid)).toBe(true);
});

verifies("resident:listed", "by their locks, with what they say of themselves, until they end", async () => {
  const place = await openPlace();
  expect(await listResidents(place.directory)).toEqual([]);
  const { peer } = await connectTo(programs, place);
  const isProven = process.platform === "linux";
  expect(await listResidents(place.directory)).toEqual([
    { key: place.key, pid: peer.pid, isProven, about: { host: "tests" } },
  ]);
  process.kill(peer.pid, "SIGKILL");
  expect(await pollUntil(async () => (await listResidents(place.directory)).length === 0, 60_000)).toBe(true);
});

verifies("resident:idle", "without connections it ends and leaves nothing behind, the log included", async () => {
  const place = await openPlace();
  const connection = await connectTo(programs, place, { idleMs: 50 });
  expect(await say(connection, "hello")).toMatchObject({ heard: "hello" });
  // In use, far longer than it may be idle.
  expect(await pollUntil(() => place.pidsOf("idle").length > 0, 500)).toBe(false);
  await connection.end();
  await place.untilNoted("idle");
  expect(place.pidsOf("end")).toEqual([connection.peer.pid]);
  expect(await pollUntil(() => !isRunning(connection.peer.pid), 60_000)).toBe(true);
  expect(readdirSync(place.directory)).toEqual([]);
});

verifies("resident:idle", "asked to end, it ends its connections in order and leaves nothing behind", async () => {
  const place = await openPlace();
  const connection = await connectTo(programs, place);
  process.kill(connection.peer.pid, "SIGTERM");
  expect(await connection.receive()).toBeUndefined();
  await place.untilNoted("closed");
  expect(await pollUntil(() => !isRunning(connection.peer.pid), 60_000)).toBe(true);
  expect(readdirSync(place.directory)).toEqual([]);
});

verifies("resident:replaced", "when its socket is gone it ends, and the next client gets another", async () => {
  const place = await openPlace();
  const first = await connectTo(programs, place);
  rmSync(place.socket);
  await place.untilNoted("replaced");
  const second = await connectTo(programs, place);
  expect(second.peer.pid).not.toBe(first.peer.pid);
});

verifies(
  "resident:replaced",
  "when its whole directory is gone it takes nothing away from the one after it",
  async () => {
    const place = await openPlace();
    const first = await connectTo(programs, place);
    renameSync(place.directory, `${place.directory}-gone`);
    const second = await connectTo(programs, place);
    await place.untilNoted("replaced");
    expect(await pollUntil(() => !isRunning(first.peer.pid), 60_000)).toBe(true);
    expect(existsSync(place.socket)).toBe(true);
    expect(await listResidents(place.directory)).toMatchObject([{ pid: second.peer.pid, about: { host: "tests" } }]);
    const third = await connectTo(programs, place);
    expect(third.peer.pid).toBe(second.peer.pid);
  },
);

verifies("resident:version", "an idle process of another version ends, and the client gets its own", async () => {
  const place = await openPlace();
  const first = await connectTo(programs, place, { version: "1" });
  await first.end();
  await place.untilNoted("closed");
  const second = await connectTo(programs, place, { version: "2" });
  expect(second.peer).toEqual({ pid: place.pidsOf("start")[1], version: "2" });
  expect(place.pidsOf("other-version")).toEqual([first.peer.pid]);
});

verifies("resident:version", "one that is in use goes on, and the client is told", async () => {
  const place = await openPlace();
  const first = await connectTo(programs, place, { version: "1" });
  const error: unknown = await connectTo(programs, place, { version: "2" }).catch((reason: unknown) => reason);
  expect(String(error)).toContain(
    `Process ${first.peer.pid} is version 1, this program is 2, and that process is in use.`,
  );
  expect(error).toMatchObject({ code: "other_version" });
  expect(await say(first, "hello")).toMatchObject({ heard: "hello" });
});

verifies("resident:start", "a program that ends instead of answering is told with what it printed", async () => {
  const { directory, key } = await openPlace();
  const start = () => ({ command: process.execPath, args: ["-e", "console.error('no room'); process.exit(7)"] });
  await expect(connectResident({ directory, key, version: "1", start })).rejects.toMatchObject({
    code: "not_started",
    message: `The resident process was not started: it ended with exit code 7. The end of ${directory}/${key}.log:\nno room`,
  });
});

verifies("resident:start", "a program that never answers is waited for in a limit, and until the signal", async () => {
  const { directory, key } = await openPlace();
  // It ends by itself: nobody else knows it.
  const start = () => ({ command: process.execPath, args: ["-e", "setTimeout(() => {}, 10_000)"] });
  await expect(connectResident({ directory, key, version: "1", start, startMs: 50 })).rejects.toMatchObject({
    code: "not_started",
    message: expect.stringContaining("did not answer within 0.05 s"),
  });
  const signal = AbortSignal.timeout(50);
  await expect(connectResident({ directory, key, version: "1", start, signal })).rejects.toThrow(/abort/i);
  expect(readdirSync(directory)).toEqual([`${key}.log`]);
});

verifies("resident:start", "without a command to start it, nothing is started", async () => {
  const { directory, key } = await openPlace();
  expect(await connectResident({ directory, key, version: "1" })).toBeUndefined();
  expect(readdirSync(directory)).toEqual([]);
});

verifies("resident:detached", "it has another session, no secret of its client and no tag of a call", async () => {
  const place = await openPlace();
  process.env["SOME_API_KEY"] = "hunter2";
  process.env["TOOLWRIGHT_OWNER"] = "a call";
  try {
    const connection = await connectTo(programs, place);
    const seen = await say(connection, "environment");
    expect(seen).toMatchObject({ env: { PATH: process.env["PATH"] } });
    if (process.platform !== "win32") expect(seen).toMatchObject({ cwd: "/" });
    expect(JSON.stringify(seen)).not.toMatch(/hunter2|a call/);
  } finally {
    delete process.env["SOME_API_KEY"];
    delete process.env["TOOLWRIGHT_OWNER"];
  }
});
