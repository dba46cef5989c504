import { chmod, chown, mkdtemp, mkdir, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { verifies } from "../../test/verifies.ts";
import { openSpillStore } from "./spill-store.ts";
import { canGiveAway, nobody } from "../../test/other-user.ts";

const about = { tool: "grep", callId: "c1" };
const isWindows = process.platform === "win32";

async function makeDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "toolwright-spill-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  return directory;
}

verifies("output:spill-handle", "80 random bits in 16 characters, never the same", async () => {
  const store = openSpillStore({ directory: await makeDirectory() });
  const writes = Array.from({ length: 50 }, () => store.write("same text", about));
  const handles = (await Promise.all(writes)).map((stored) => stored.handle);
  expect(new Set(handles).size).toBe(50);
  for (const handle of handles) expect(handle).toMatch(/^@out_[a-z2-7]{16}$/);
  // Each of the 32 characters is expected 25 times; none of them misses 800 draws unless the source is broken.
  expect(new Set(handles.map((handle) => handle.slice(5)).join("")).size).toBe(32);
});

verifies("output:spill-handle", "no other text is taken for one, and none leaves the directory", async () => {
  const directory = await makeDirectory();
  await writeFile(join(directory, "secret.out"), "secret");
  await mkdir(join(directory, "inner"));
  const store = openSpillStore({ directory: join(directory, "inner") });
  const bad = [
    "",
    "@out_",
    "../secret",
    "@out_../secret",
    "@out_../../../etc/pwd",
    "@out_AAAAAAAAAAAAAAAA",
    "aaaaaaaaaaaaaaaa",
  ];
  for (const handle of [
    ...bad,
    "@out_aaaaaaaaaaaaaaaa\n",
    "@out_aaaaaaaaaaaaaaaa\0",
    "@out_aaaaaaaaaaaaaaaaa",
    " @out_aaaaaaaaaaaaaaaa",
  ]) {
    await expect(store.read(handle)).rejects.toThrow(/a handle is @out_ and 16 letters or digits/);
  }
});

verifies("output:spill-unknown", "the handle is named, escaped and shortened, with what to do", async () => {
  const store = openSpillStore({ directory: await makeDirectory() });
  const messageOf = (handle: string) => store.read(handle).catch((error: unknown) => String(error));
  expect(await messageOf("@out_aaaaaaaaaaaaaaaa")).toMatchInlineSnapshot(
    `"ToolError: No stored output for handle "@out_aaaaaaaaaaaaaaaa": it has expired, was removed to make room, or never was. Repeat the call that made it to get a new handle."`,
  );
  expect(await messageOf(`\u001b[31m${"x".repeat(9999)}`)).toMatchInlineSnapshot(
    `"ToolError: No stored output for handle "\\u001b[31mxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…: a handle is @out_ and 16 letters or digits, copied from the answer that named it. Repeat the call that made it to get a new handle."`,
  );
  await expect(store.read("@out_aaaaaaaaaaaaaaaa")).rejects.toMatchObject({ code: "unknown_handle", retryable: false });
});

verifies("output:spill-private", "directory 700 and files 600", async (context) => {
  context.skip(isWindows, "no modes");
  const directory = join(await makeDirectory(), "outputs");
  await openSpillStore({ directory }).write("text", about);
  const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
  const [name = ""] = await readdir(directory);
  expect([await modeOf(directory), await modeOf(join(directory, name))]).toEqual(["700", "600"]);
});

verifies("output:spill-private", "a directory that others may write to is refused", async (context) => {
  context.skip(isWindows, "no modes");
  const directory = await makeDirectory();
  await chmod(directory, 0o777);
  await expect(openSpillStore({ directory }).write("text", about)).rejects.toMatchObject({
    code: "spill_failed",
    message: "No output is stored or read: other users may change files in the directory for it; give it mode 700.",
    cause: expect.objectContaining({ message: expect.stringContaining(directory) }),
  });
  expect(await readdir(directory)).toEqual([]);
});

verifies("output:spill-private", "a directory opened to others later is not read either", async (context) => {
  context.skip(isWindows, "no modes");
  const directory = await makeDirectory();
  const store = openSpillStore({ directory });
  const { handle } = await store.write("text", about);
  await chmod(directory, 0o777);
  await expect(store.read(handle)).rejects.toThrow("other users may change files in the directory");
});

verifies(
  "output:spill-private",
  "a link in the directory's place is refused, with a slash at its end too",
  async (context) => {
    context.skip(isWindows, "no links without rights");
    const target = await makeDirectory();
    const link = join(await makeDirectory(), "link");
    const { handle } = await openSpillStore({ directory: target }).write("text", about);
    await symlink(target, link);
    for (const directory of [link, `${link}/`, `${link}/.`]) {
      const store = openSpillStore({ directory });
      await expect(store.write("text", about)).rejects.toThrow("the directory for it is a symbolic link");
      await expect(store.read(handle)).rejects.toThrow("the directory for it is a symbolic link");
    }
    expect(await readdir(target)).toHaveLength(1);
  },
);

verifies("output:spill-own-files", "a directory of another user is refused, even to root", async (context) => {
  context.skip(!canGiveAway, "only root can give files away");
  const directory = await makeDirectory();
  const store = openSpillStore({ directory });
  const { handle } = await store.write("text", about);
  await chown(directory, nobody, nobody);
  await expect(store.write("text", about)).rejects.toMatchObject({
    code: "spill_failed",
    message:
      "No output is stored or read: the directory for it belongs to another user; it must belong to the user who runs this.",
  });
  await expect(store.read(handle)).rejects.toThrow("belongs to another user");
});

verifies("output:spill-own-files", "a file of another user is not read, even by root", async (context) => {
  context.skip(!canGiveAway, "only root can give files away");
  const directory = await makeDirectory();
  const store = openSpillStore({ directory });
  const { handle } = await store.write("text", about);
  await chown(join(directory, `${handle.slice(5)}.out`), nobody, nobody);
  await expect(store.read(handle)).rejects.toMatchObject({
    code: "unknown_handle",
    message: expect.stringContaining("its file belongs to another user"),
  });
});

verifies("output:spill-options", "the value is named", () => {
  const open = (options: object) => () => openSpillStore({ directory: "outputs", ...options });
  for (const value of [Number.NaN, -1, 0, 1.5, Number.POSITIVE_INFINITY]) {
    const expected = (name: string) =>
      new RangeError(`Expected \`${name}\` to be a whole number of at least 1, got \`${value}\`.`);
    expect(open({ quotaBytes: value })).toThrow(expected("quotaBytes"));
    expect(open({ maxAgeMs: value })).toThrow(expected("maxAgeMs"));
  }
  expect(open({ directory: "" })).toThrow(new RangeError("Expected `directory` to be a path, got an empty string."));
});

verifies(
  "output:spill-plain-files",
  "a link or a pipe in an output's place is unknown, and is left alone",
  async (context) => {
    context.skip(isWindows, "no links without rights");
    const directory = await makeDirectory();
    const outside = await makeDirectory();
    const target = join(outside, "target");
    const inner = openSpillStore({ directory: outside });
    const { handle } = await inner.write("elsewhere", about);
    await writeFile(target, "precious");
    await symlink(join(outside, `${handle.slice(5)}.out`), join(directory, "aaaaaaaaaaaaaaaa.out"));
    await symlink(target, join(directory, "bbbbbbbbbbbbbbbb.tmp"));
    execFileSync("mkfifo", [join(directory, "cccccccccccccccc.out")]);
    await mkdir(join(directory, "dddddddddddddddd.out"));
    for (const letter of "acd") {
      const planted = `@out_${letter.repeat(16)}`;
      await expect(openSpillStore({ directory }).read(planted)).rejects.toMatchObject({ code: "unknown_handle" });
    }
    const store = openSpillStore({ directory, quotaBytes: 200, maxAgeMs: 1, now: () => Date.now() + 9_999_999 });
    await store.write("text", about);
    expect(await readdir(directory)).toHaveLength(5);
    expect((await stat(target)).size).toBe(8);
  },
);

verifies("output:spill-no-paths", "a file in the directory's place is told in words", async () => {
  const file = join(await makeDirectory(), "file");
  await writeFile(file, "");
  await expect(openSpillStore({ directory: file }).write("text", about)).rejects.toMatchObject({
    code: "spill_failed",
    retryable: true,
    message: "Stored output is out of reach: a file stands where the directory should be (EEXIST).",
    cause: expect.objectContaining({ path: file }),
  });
  await expect(openSpillStore({ directory: join(file, "inner") }).write("text", about)).rejects.toThrow("(ENOTDIR)");
  await expect(openSpillStore({ directory: join(file, "inner") }).read("@out_aaaaaaaaaaaaaaaa")).rejects.toMatchObject({
    code: "unknown_handle",
  });
});
