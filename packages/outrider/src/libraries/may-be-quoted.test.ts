import { existsSync, realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeFiles } from "../../test/support/temp-project.ts";
import { openTestWorkspace, testCaller } from "../../test/support/test-workspace.ts";
import { createLibraryFinder } from "./create-library-finder.ts";
import { createQuotableReader, type ReadQuotable } from "./may-be-quoted.ts";

const noProgram = "/nowhere/server";

async function open(environment: Readonly<Record<string, string>> = {}) {
  const place = openTestWorkspace({ "src/own.ts": "own", ".env": "KEY=1", id_rsa: "key" });
  const home = join(place.base, "home");
  writeFiles(place.base, {
    "outside/k.ts": "secret",
    "temp/t.ts": "temp",
    "home/notes.ts": "notes",
    "home/.pyenv/versions/3.12/lib/python3.12/os.py": "os",
    "home/.cargo/registry/src/index/serde-1.0.0/.env": "KEY=2",
    "node_modules/box/package.json": '{ "name": "box", "version": "1.0.0" }',
    "node_modules/box/index.d.ts": "box",
    "elsewhere/node_modules/server/lib.d.ts": "library",
    "tools/bin/server": "",
    "tools/lib/std.ts": "std",
    "tools/data.ts": "data",
  });
  const project = await place.workspace.session(testCaller).project();
  const places = { environment, home };
  const libraries = createLibraryFinder({ addRoot: place.workspace.addLibraryRoot, places });
  const read = createQuotableReader({ project, libraries, places });
  return { ...place, home, read };
}

function reading(read: ReadQuotable, base: string, program = noProgram): (path: string) => Promise<string | undefined> {
  return (path) => read(join(base, path), program);
}

test("files of the project, of its libraries and of the toolchain are quoted, others are not", async () => {
  const { base, read } = await open();
  const quoted = reading(read, base);
  expect(await quoted("project/src/own.ts")).toBe("own");
  expect(await quoted("node_modules/box/index.d.ts")).toBe("box");
  expect(await quoted("home/.pyenv/versions/3.12/lib/python3.12/os.py")).toBe("os");
  expect(await quoted("temp/t.ts")).toBe("temp");
  for (const path of ["outside/k.ts", "home/notes.ts", "elsewhere/node_modules/server/lib.d.ts", "outside/gone.ts"])
    expect(await quoted(path), path).toBeUndefined();
});

test("names that hold secrets are quoted nowhere", async () => {
  const { base, read } = await open();
  for (const path of ["project/.env", "project/id_rsa", "home/.cargo/registry/src/index/serde-1.0.0/.env"])
    expect(await reading(read, base)(path), path).toBeUndefined();
});

test("a server's own library is quoted, whatever else is beside its program is not", async () => {
  const { base, read } = await open();
  const packaged = reading(read, base, join(base, "elsewhere/node_modules/server/bin/server.js"));
  expect(await packaged("elsewhere/node_modules/server/lib.d.ts")).toBe("library");
  const native = reading(read, base, join(base, "tools/bin/server"));
  expect(await native("tools/lib/std.ts")).toBe("std");
  expect(await native("tools/data.ts")).toBeUndefined();
});

test("an environment that calls a whole home a library gains nothing", async () => {
  const { base, read } = await open({ GOMODCACHE: "/", PYENV_ROOT: "relative" });
  expect(await reading(read, base)("home/notes.ts")).toBeUndefined();
});

test("a link in the project does not open what it leads to", async () => {
  const { base, root, outside, read } = await open();
  symlinkSync(outside, join(root, "linked"));
  expect(await read(realpathSync(join(root, "linked", "k.ts")), noProgram)).toBeUndefined();
  expect(await reading(read, base)("outside/k.ts")).toBeUndefined();
});

test.runIf(existsSync("/usr/include/stdio.h"))("the headers of the system are quoted", async () => {
  const { read } = await open();
  expect(await read("/usr/include/stdio.h", noProgram)).toContain("printf");
});
