import { afterAll, beforeAll, expect } from "vitest";
import { listAtRest } from "../../src/testing/waiting.ts";
import { verifies } from "../verifies.ts";
import { bundlePrograms, connectTo, openPlace, type Programs, say } from "./resident-kit.ts";

let programs: Programs;
beforeAll(async () => {
  programs = await bundlePrograms();
});
afterAll(async () => await programs.remove());

verifies("resident:cancel", "a client that vanishes ends what it asked for", async () => {
  const place = await openPlace();
  const connection = await connectTo(programs, place);
  await connection.send("hang");
  await place.untilNoted("hangs");
  connection.destroy();
  await place.untilNoted("closed");
});

verifies("resident:cancel", "a client that ends in order ends what it asked for", async () => {
  const place = await openPlace();
  const connection = await connectTo(programs, place);
  await connection.send("hang");
  await place.untilNoted("hangs");
  await connection.end();
  await place.untilNoted("closed");
});

verifies("resident:cancel", "an answer that ends is read to its end", async () => {
  const place = await openPlace();
  const connection = await connectTo(programs, place);
  await connection.send("last words");
  await connection.send("bye");
  expect(await connection.receive()).toMatchObject({ value: { heard: "last words" } });
  expect(await connection.receive()).toBeUndefined();
});

verifies("resident:ping", "a ping is answered while its connection and others are at work", async () => {
  const place = await openPlace();
  const busy = await connectTo(programs, place);
  const other = await connectTo(programs, place);
  await busy.send("hang");
  await place.untilNoted("hangs");
  await busy.ping();
  await Promise.all([other.ping(), other.ping()]);
  expect(await say(other, "hello")).toMatchObject({ heard: "hello" });
});

verifies("resident:bounded", "who does not read is sent no more, and reads all of it later", async () => {
  const place = await openPlace();
  const slow = await connectTo(programs, place);
  const other = await connectTo(programs, place);
  await slow.send("flood");
  await place.untilNoted("sent");
  const sent = await listAtRest(() => place.pidsOf("sent").map(String));
  expect(sent.length).toBeLessThan(16);
  expect(await say(other, "hello")).toMatchObject({ heard: "hello" });
  let bytes = 0;
  for (let messages = 0; messages < 64; messages += 1) {
    const message = await slow.receive();
    bytes += message?.kind === "bytes" ? message.bytes.length : 0;
  }
  expect(bytes).toBe(64 * 1024 * 1024);
});
