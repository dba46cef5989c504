import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openTestWorkspace, testCaller } from "../../test/support/test-workspace.ts";
import { compareVersions } from "../ecosystems/version.ts";
import { createLibraryFinder } from "./create-library-finder.ts";

async function place(files: Readonly<Record<string, string>>) {
  const base = await realpath(await mkdtemp(join(tmpdir(), "libraries-")));
  onTestFinished(() => rm(base, { recursive: true, force: true }));
  for (const [path, text] of Object.entries({ "home/.keep": "", "work/project/.keep": "", ...files })) {
    await mkdir(dirname(join(base, path)), { recursive: true });
    await writeFile(join(base, path), text);
  }
  const root = join(base, "work", "project");
  const roots: string[] = [];
  const { workspace } = openTestWorkspace({}, { startRoot: root });
  const project = await workspace.session(testCaller).project();
  const finder = createLibraryFinder({
    addRoot: (_, each) => void roots.push(each),
    places: { environment: { VIRTUAL_ENV: join(base, "active") }, home: join(base, "home") },
  });
  return {
    base,
    root,
    roots,
    async find(path: string) {
      const { root: found, rules: _rules, ...rest } = await finder.find(project, path);
      return { ...rest, root: found.slice(base.length + 1).replaceAll("\\", "/") };
    },
  };
}

/** The same promises for each ecosystem. */
const ecosystems = [
  {
    title: "node_modules",
    files: { "work/project/node_modules/lib/package.json": '{"version":"2.0.0"}' },
    path: "lib",
    version: "2.0.0",
    root: "work/project/node_modules/lib",
  },
  {
    title: "node_modules above, scoped",
    files: { "work/node_modules/@a/lib/package.json": '{"version":"2.0.0"}' },
    path: "@a/lib",
    version: "2.0.0",
    root: "work/node_modules/@a/lib",
  },
  {
    title: "pnpm",
    files: {
      "work/project/node_modules/.pnpm/@a+lib@1.0.0/node_modules/@a/lib/package.json": '{"version":"1.0.0"}',
    },
    path: "@a/lib",
    version: "1.0.0",
    root: "work/project/node_modules/.pnpm/@a+lib@1.0.0/node_modules/@a/lib",
  },
  {
    title: "Python, by module",
    files: {
      "work/project/.venv/lib/python3.12/site-packages/yaml/__init__.py": "",
      "work/project/.venv/lib/python3.12/site-packages/yaml-6.0.dist-info/METADATA": "",
    },
    path: "yaml",
    version: "6.0",
    root: "work/project/.venv/lib/python3.12/site-packages/yaml",
  },
  {
    title: "Python, by distribution, in the active environment",
    files: {
      "active/lib/python3.12/site-packages/yaml/__init__.py": "",
      "active/lib/python3.12/site-packages/PyYAML-6.0.dist-info/top_level.txt": "_yaml\nyaml\n",
    },
    path: "pyyaml",
    version: "6.0",
    root: "active/lib/python3.12/site-packages/yaml",
  },
  {
    title: "Cargo, the newest",
    files: {
      "home/.cargo/registry/src/index-1/serde-1.9.0/src/lib.rs": "",
      "home/.cargo/registry/src/index-1/serde-1.10.0/src/lib.rs": "",
      "home/.cargo/registry/src/index-1/serde-1.10.0-rc.1/src/lib.rs": "",
      "home/.cargo/registry/src/index-1/serde-json-2.0.0/src/lib.rs": "",
    },
    path: "serde",
    version: "1.10.0",
    root: "home/.cargo/registry/src/index-1/serde-1.10.0",
  },
  {
    title: "Cargo, the locked one",
    files: {
      "home/.cargo/registry/src/index-1/serde-1.9.0/src/lib.rs": "",
      "home/.cargo/registry/src/index-1/serde-1.10.0/src/lib.rs": "",
      "work/project/Cargo.lock": '[[package]]\nname = "serde"\nversion = "1.9.0"\n',
    },
    path: "serde",
    version: "1.9.0",
    root: "home/.cargo/registry/src/index-1/serde-1.9.0",
  },
  {
    title: "Go",
    files: {
      "home/go/pkg/mod/github.com/!foo/bar@v1.2.0/main.go": "",
      "home/go/pkg/mod/github.com/!foo/bar@v1.10.0/main.go": "",
      "home/go/pkg/mod/github.com/!foo/bar@v1.9.0/main.go": "",
    },
    path: "github.com/Foo/bar",
    version: "v1.10.0",
    root: "home/go/pkg/mod/github.com/!foo/bar@v1.10.0",
  },
  {
    title: "Go, vendored",
    files: {
      "work/project/vendor/modules.txt": "# github.com/foo/bar v1.2.0\n## explicit\ngithub.com/foo/bar/sub\n",
      "work/project/vendor/github.com/foo/bar/sub/main.go": "",
      "home/go/pkg/mod/github.com/foo/bar@v1.10.0/main.go": "",
    },
    path: "github.com/foo/bar",
    version: "v1.2.0",
    root: "work/project/vendor/github.com/foo/bar",
  },
  {
    title: "Ruby, the locked gem",
    files: {
      "home/.gem/ruby/3.2.0/gems/rack-3.0.8/lib/rack.rb": "",
      "home/.gem/ruby/3.2.0/gems/rack-3.0.10/lib/rack.rb": "",
      "home/.gem/ruby/3.2.0/gems/rack-test-2.0.0/lib/x.rb": "",
      "work/project/Gemfile.lock": "GEM\n  specs:\n    rack (3.0.8)\n",
    },
    path: "rack",
    version: "3.0.8",
    root: "home/.gem/ruby/3.2.0/gems/rack-3.0.8",
  },
  {
    title: "Composer",
    files: {
      "work/project/vendor/composer/installed.json": '{"packages":[{"name":"monolog/monolog","version":"3.5.0"}]}',
      "work/project/vendor/monolog/monolog/src/Logger.php": "",
    },
    path: "monolog/monolog",
    version: "3.5.0",
    root: "work/project/vendor/monolog/monolog",
  },
  {
    title: "node_modules of a sub-project only",
    files: {
      "work/project/packages/a/package.json": "{}",
      "work/project/packages/a/node_modules/lib/package.json": '{"version":"2.0.0"}',
    },
    path: "lib",
    version: "2.0.0",
    root: "work/project/packages/a/node_modules/lib",
  },
] as const;

describe.each(ecosystems)("$title", ({ files, path, version, root }) => {
  test("finds the library, its version and the path below it, and opens that directory only", async () => {
    const kit = await place(files);
    expect(await kit.find(`library:${path}/src/x.y`)).toEqual({ root, path: "src/x.y", name: path, version });
    expect(await kit.find(`library:${path}`)).toMatchObject({ root, path: "" });
    expect(await kit.find(`lib:${path}/a`)).toMatchObject({ root, path: "a" });
    expect(new Set(kit.roots)).toEqual(new Set([join(kit.base, root)]));
  });

  test("takes a version, and says which are there instead", async () => {
    const kit = await place(files);
    expect(await kit.find(`library:${path}@${version}/a`)).toMatchObject({ version, path: "a" });
    await expect(kit.find(`library:${path}@0.0.7/a`)).rejects.toThrow(`there is ${path}@${version}`);
  });

  test("a path that climbs is refused", async () => {
    const kit = await place(files);
    await expect(kit.find(`library:${path}/../../x`)).rejects.toMatchObject({ code: "invalid_path" });
  });
});

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
  await expect(kit.find("library:zod/index.js")).rejects.toThrowErrorMatchingInlineSnapshot(
    `[ToolError: The library of "library:zod/index.js" was not found. Looked in node_modules, Python site-packages, Cargo registry, Go module cache, Ruby gems, Composer vendor.]`,
  );
  for (const path of ["library:", "library:/", "library:a\u0000b", "library:..", "library:a\\..\\b", ".pnpm"]) {
    await expect(kit.find(path)).rejects.toMatchObject({ code: "invalid_path" });
  }
  await expect(kit.find("library:.pnpm/x")).rejects.toMatchObject({ code: "no_library" });
});

test("versions are ordered as releases are", () => {
  const order = ["v2.0.0", "1.10.0", "1.9.0", "1.9.0-rc.2", "1.9.0-rc.1", "1.0.0+build"];
  expect(order.toReversed().toSorted(compareVersions)).toEqual(order);
});
