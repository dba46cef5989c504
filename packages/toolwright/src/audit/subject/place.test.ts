import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openPlace, type Place } from "./place.ts";

test("a server that plants links where copies are made leads none of their files astray", async () => {
  const place = open();
  const outside = makeDirectory();
  const precious = join(outside, "precious.txt");
  writeFileSync(precious, "precious");
  const planter = spawn(process.execPath, ["-e", plantLinks, place.root, precious], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void planter.kill("SIGKILL"));
  await once(planter.stdout, "data");
  for (let copies = 0; copies < 100; copies += 1) tryCopy(place);
  expect(readFileSync(precious, "utf8")).toBe("precious");
});

test("each copy is the working directory as it was at the start", () => {
  const place = open();
  writeFileSync(join(place.work, "notes.txt"), "changed");
  const [first, second] = [place.copyWork(), place.copyWork()];
  expect(first).not.toBe(second);
  for (const copy of [first, second]) {
    expect(readFileSync(join(copy, "notes.txt"), "utf8")).toContain("Aurora sails");
  }
});

test.runIf(process.platform !== "win32")("a pipe where the mark of a cache is looked for is not waited for", () => {
  const place = open();
  const cache = join(place.work, "cache");
  mkdirSync(cache);
  const pipe = join(cache, ".gitignore");
  execFileSync("mkfifo", [pipe]);
  // A reader of the pipe gets the mark; without one, this writer waits.
  const writer = spawn("sh", ["-c", `echo '*' > "$1"`, "sh", pipe], { stdio: "ignore" });
  onTestFinished(() => void writer.kill("SIGKILL"));
  expect(place.isOwnCache("cache/data")).toBe(false);
  rmSync(pipe);
  writeFileSync(pipe, "*\n");
  expect(place.isOwnCache("cache/data")).toBe(true);
});

/** Replaces every file of a directory that appears beside the working directory by a link to its second argument. */
const plantLinks = `
  const { existsSync, readdirSync, rmSync, symlinkSync } = require("node:fs");
  const { join } = require("node:path");
  const [, root, target] = process.argv;
  const attempt = (act) => { try { act(); } catch {} };
  console.log("ready");
  for (;;) for (const name of readdirSync(root)) {
    if (!name.startsWith("work-")) continue;
    const file = join(root, name, "notes.txt");
    if (!existsSync(file)) attempt(() => symlinkSync(target, file));
  }
`;

function open(): Place {
  const place = openPlace();
  onTestFinished(() => place.close());
  return place;
}

function makeDirectory(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "place-")));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A copy may fail where a server is in its way. */
function tryCopy(place: Place): void {
  try {
    place.copyWork();
  } catch {
    return;
  }
}
