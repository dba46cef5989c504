import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { findAdded, listChildren, listHandles } from "./process-resources.ts";

test("what was added is told as often as it was added", () => {
  expect(findAdded(["a", "b"], ["b", "a"])).toEqual([]);
  expect(findAdded(["a"], ["a", "a", "b", "a"])).toEqual(["a", "b", "a"]);
  expect(findAdded(["a", "a"], ["a"])).toEqual([]);
});

test.skipIf(process.platform === "win32")("a child is listed by name and pid while it runs", async () => {
  const child = spawn("sleep", ["60"]);
  await once(child, "spawn");
  expect((await listChildren()).filter((name) => name.includes(`pid ${child.pid}`))).toHaveLength(1);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect((await listChildren()).join()).not.toContain(`pid ${child.pid}`);
});

test("a timer is listed as a handle while it is set", () => {
  const before = listHandles();
  const timer = setInterval(() => {}, 60_000);
  expect(findAdded(before, listHandles())).toEqual(["Timeout"]);
  clearInterval(timer);
  expect(findAdded(before, listHandles())).toEqual([]);
});
