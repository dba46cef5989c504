import { expect, test } from "vitest";
import { createChangeLog } from "./change-log.ts";
import type { FileChanges, LanguageServer } from "./server/language-server.ts";

const none = { added: [], changed: [], removed: [] };

test("what happened to a file several times is told as what it comes to", async () => {
  const log = createChangeLog((path) => `/root/${path}`);
  log.add({ added: ["new"], changed: ["old"], removed: ["gone", "back"] });
  log.add({ added: ["back"], changed: ["new"], removed: ["old"] });
  const { server, told } = listener();
  await log.tell(server);
  await log.tell(server);
  expect(told).toEqual([{ added: ["/root/new"], changed: ["/root/back"], removed: ["/root/gone", "/root/old"] }]);
});

test("what a server that died was not told goes to the next one, with what came meanwhile", async () => {
  const log = createChangeLog((path) => path);
  log.add({ ...none, added: ["a"], removed: ["b"] });
  const dead = listener(async () => {
    log.add({ ...none, added: ["b"], changed: ["a", "c"] });
    throw new Error("gone");
  });
  await expect(log.tell(dead.server)).rejects.toThrow("gone");
  const { server, told } = listener();
  await log.tell(server);
  expect(told).toEqual([{ added: ["a"], changed: ["b", "c"], removed: [] }]);
});

test("who asks while another one tells has to wait until that is told", async () => {
  const log = createChangeLog((path) => path);
  log.add({ ...none, changed: ["a"] });
  let release = (): void => {};
  const first = listener(() => new Promise<void>((resolve) => (release = resolve)));
  const telling = log.tell(first.server);
  let isOver = false;
  const waiting = log.tell(first.server).then(() => (isOver = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isOver).toBe(false);
  release();
  await Promise.all([telling, waiting]);
  expect(first.told).toHaveLength(1);
});

function listener(hear: () => Promise<void> = async () => {}) {
  const told: FileChanges[] = [];
  const server: Pick<LanguageServer, "tellChanges"> = {
    async tellChanges(changes) {
      told.push(changes);
      await hear();
    },
  };
  return { server, told };
}
