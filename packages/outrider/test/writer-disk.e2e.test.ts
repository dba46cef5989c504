import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { isToolError } from "toolwright";
import { type TestContext, test, expect } from "vitest";
import type { FileChange } from "../src/workspace/writer/writer.ts";
import { mountSmall } from "./support/mount-small.ts";
import { snapshotTree } from "./support/snapshot-tree.ts";
import { makeTempPlace, type TempPlace } from "./support/temp-project.ts";
import { openWriterKit, type WriterKit } from "./support/writer-kit.ts";

const signal = new AbortController().signal;
const mebibyte = 1 << 20;

interface SmallDisk extends TempPlace, WriterKit {
  /** A directory of the project that is a disk of its own, of one mebibyte. */
  readonly disk: string;
}

function openSmallDisk(context: TestContext): SmallDisk {
  const place = makeTempPlace();
  const disk = mountSmall(context, join(place.root, "disk"));
  return { ...place, ...openWriterKit(place.root), disk };
}

test("on a full disk the old bytes stay and the error says so", async (context) => {
  const { disk, files, writer } = openSmallDisk(context);
  const old = "o".repeat(0.6 * mebibyte);
  writeFileSync(join(disk, "big"), old);
  const file = await files.locate("disk/big", "write");
  for (const size of [0.3, 0.45, 0.9, 3]) {
    const edit = writer.edit(file, () => "n".repeat(size * mebibyte), { signal });
    expect(await codeOf(edit)).toBe(size < 0.35 ? "done" : "disk_full");
    writeFileSync(join(disk, "big"), old);
  }
  const missing = await files.locate("disk/d/e/new", "write");
  expect(await codeOf(writer.create(missing, "n".repeat(0.5 * mebibyte), { signal }))).toBe("disk_full");
  expect(readFileSync(join(disk, "big"), "utf8") === old).toBe(true);
  expect(readdirSync(disk)).toEqual(["big"]);
});

test("a change that finds the disk full changes no file, wherever in it the room ends", async (context) => {
  const { root, disk, files, writer } = openSmallDisk(context);
  const names = ["a", "b", "c", "d", "e"];
  for (const name of names) writeFileSync(join(disk, name), name.repeat(0.1 * mebibyte));
  const before = snapshotTree(disk);
  for (const size of [0.15, 0.3, 0.6]) {
    const changes = await Promise.all(
      names.map(async (name): Promise<FileChange> => {
        const file = await files.locate(`disk/${name}`, "write");
        return { kind: "edit", file, hash: (await files.readText(file)).hash, text: "n".repeat(size * mebibyte) };
      }),
    );
    const made = await files.locate("disk/new/deep/f", "write");
    changes.push({ kind: "create", file: made, text: "f" });
    expect(await codeOf(writer.change(changes, { signal, title: "grow" }))).toBe("disk_full");
    expect(snapshotTree(disk)).toEqual(before);
  }
  expect(await writer.history()).toEqual([]);
  const small = await files.locate("disk/a", "write");
  const { hash } = await files.readText(small);
  const moved = await files.locate("moved", "write");
  const { id } = await writer.change([{ kind: "move", file: small, to: moved, hash, text: "A" }], {
    signal,
    title: "to another disk",
  });
  expect(readFileSync(join(root, "moved"), "utf8")).toBe("A");
  await writer.undo(id, { signal });
  expect(snapshotTree(disk)).toEqual(before);
});

test("on a disk that is read-only nothing changes and the error says so", async (context) => {
  const { disk, files, writer } = openSmallDisk(context);
  writeFileSync(join(disk, "a"), "old");
  execFileSync("mount", ["-o", "remount,ro", disk]);
  const file = await files.locate("disk/a", "write");
  const missing = await files.locate("disk/new", "write");
  const refused = [
    writer.edit(file, () => "new", { signal }),
    writer.create(missing, "x", { signal }),
    writer.remove(file, { signal }),
    writer.move(file, missing, { signal }),
    writer.move(file, await files.locate("elsewhere", "write"), { signal }),
  ];
  expect(new Set(await Promise.all(refused.map(codeOf)))).toEqual(new Set(["read_only_disk"]));
  expect(readFileSync(join(disk, "a"), "utf8")).toBe("old");
  expect(await writer.trash()).toHaveLength(0);
});

test("to another disk a directory goes with its modes, links and times, to the trash and back as well", async (context) => {
  const { root, disk, outside, files, writer } = openSmallDisk(context);
  mkdirSync(join(root, "tree/deep"), { recursive: true, mode: 0o750 });
  writeFileSync(join(root, "tree/deep/run"), "#!");
  chmodSync(join(root, "tree/deep/run"), 0o751);
  writeFileSync(join(outside, "secret"), "");
  symlinkSync(outside, join(root, "tree/link"));
  const { mtimeMs } = statSync(join(root, "tree/deep/run"));
  const check = (path: string): void => {
    expect(statSync(join(path, "deep/run"))).toMatchObject({ size: 2, mtimeMs: expect.closeTo(mtimeMs, 0) });
    expect(statSync(join(path, "deep/run")).mode & 0o777).toBe(0o751);
    expect(statSync(join(path, "deep")).mode & 0o777).toBe(0o750);
    expect(readlinkSync(join(path, "link"))).toBe(outside);
  };
  await writer.move(await files.locate("tree", "write"), await files.locate("disk/moved/tree", "write"), { signal });
  check(join(disk, "moved/tree"));
  expect(existsSync(join(root, "tree"))).toBe(false);
  const entry = await writer.remove(await files.locate("disk/moved", "write"), { signal });
  expect(readdirSync(disk)).toEqual([]);
  expect(readdirSync(outside)).toEqual(["secret"]);
  await writer.restore(entry.id, { signal });
  check(join(disk, "moved/tree"));
});

test("a move to a disk without room leaves everything where it was", async (context) => {
  const { root, disk, files, writer } = openSmallDisk(context);
  mkdirSync(join(root, "tree"));
  for (const name of ["a", "b", "c"]) writeFileSync(join(root, "tree", name), name.repeat(0.4 * mebibyte));
  const move = writer.move(await files.locate("tree", "write"), await files.locate("disk/tree", "write"), { signal });
  expect(await codeOf(move)).toBe("disk_full");
  expect([readdirSync(disk), readdirSync(join(root, "tree"))]).toEqual([[], ["a", "b", "c"]]);
});

async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return "done";
  } catch (error) {
    return isToolError(error) ? error.code : String(error);
  }
}
