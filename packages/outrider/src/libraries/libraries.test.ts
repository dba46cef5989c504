import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openLibraryPlace as place } from "../../test/support/ecosystem-suite.ts";
import { libraryEcosystems } from "../ecosystems/index.ts";
import { compareVersions } from "../ecosystems/version.ts";

test("a single Python module is a library, too", async () => {
  const kit = await place({ "work/project/venv/lib/python3.9/site-packages/six.py": "" });
  expect(await kit.find("library:six")).toMatchObject({ path: "six.py", name: "six" });
});

test("links that lead anywhere else than to libraries are not followed", async () => {
  const kit = await place({
    "private/package.json": "{}",
    "private/x/.keep": "",
    "work/project/node_modules/.keep": "",
  });
  await symlink(join(kit.base, "private"), join(kit.root, "node_modules", "evil"));
  await mkdir(join(kit.root, ".venv", "lib", "python3"), { recursive: true });
  await symlink(join(kit.base, "private"), join(kit.root, ".venv", "lib", "python3", "site-packages"));
  await expect(kit.find("library:evil/package.json")).rejects.toMatchObject({ code: "no_library" });
  await expect(kit.find("library:x/y")).rejects.toMatchObject({ code: "no_library" });
  expect(kit.roots).toEqual([]);
});

test("a workspace package that is linked into node_modules is found where it is", async () => {
  const kit = await place({
    "work/project/packages/own/package.json": '{"version":"0.1.0"}',
    "work/project/node_modules/.keep": "",
  });
  await symlink(join(kit.root, "packages", "own"), join(kit.root, "node_modules", "own"));
  expect(await kit.find("library:own/a")).toMatchObject({ root: "work/project/packages/own", version: "0.1.0" });
});

test("what is not installed says where it was looked for", async () => {
  const kit = await place({});
  const places = libraryEcosystems.flatMap(({ sources }) => sources?.place ?? []);
  expect(places.slice(0, 6).join(", ")).toBe(
    "node_modules, Python site-packages, Cargo registry, Go module cache, Ruby gems, Composer vendor",
  );
  await expect(kit.find("library:zod/index.js")).rejects.toMatchObject({
    code: "no_library",
    message: `The library of "library:zod/index.js" was not found. Looked in ${places.join(", ")}.`,
  });
  for (const path of ["library:", "library:/", "library:a\u0000b", "library:..", "library:a\\..\\b", ".pnpm"]) {
    await expect(kit.find(path)).rejects.toMatchObject({ code: "invalid_path" });
  }
  await expect(kit.find("library:.pnpm/x")).rejects.toMatchObject({ code: "no_library" });
});

test("versions are ordered as releases are", () => {
  const order = ["v2.0.0", "1.10.0", "1.9.0", "1.9.0-rc.2", "1.9.0-rc.1", "1.0.0+build"];
  expect(order.toReversed().toSorted(compareVersions)).toEqual(order);
});
