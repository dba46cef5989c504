import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTestProject } from "../../test/support/test-workspace.ts";
import { isLibraryName, readDependencies } from "./read-dependencies.ts";

async function read(files: Readonly<Record<string, string>>, prepare?: (root: string) => void) {
  const { project, root } = await openTestProject(files);
  prepare?.(root);
  const { dependencies, problems } = await readDependencies(project, AbortSignal.timeout(20_000));
  const shown = dependencies.map(({ name, wanted, locked, direct }) =>
    [name, wanted ?? "", locked.join(" "), direct ? "" : "indirect"].filter((part) => part !== "").join(" | "),
  );
  return { shown, problems, dependencies };
}

const json = JSON.stringify;

test.each<[title: string, files: Readonly<Record<string, string>>, expected: readonly string[]]>([
  [
    "npm",
    {
      "package.json": json({ dependencies: { zod: "^4.0.0" }, devDependencies: { "@a/b": "1" } }),
      "package-lock.json": json({
        lockfileVersion: 3,
        packages: {
          "": {},
          "node_modules/x/node_modules/zod": { version: "3.0.0" },
          "node_modules/zod": { version: "4.1.0" },
          "node_modules/own": { link: true },
          "node_modules/x": { version: "1.0.0" },
        },
      }),
    },
    ["zod | ^4.0.0 | 4.1.0 3.0.0", "@a/b | 1", "x | 1.0.0 | indirect"],
  ],
  [
    "npm, the first lock",
    {
      "package.json": json({ dependencies: { a: "1" } }),
      "package-lock.json": json({
        dependencies: { a: { version: "1.2.0", dependencies: { b: { version: "3.0.0" } } } },
      }),
    },
    ["a | 1 | 1.2.0", "b | 3.0.0 | indirect"],
  ],
  [
    "yarn, both",
    {
      "package.json": json({ dependencies: { zod: "^4" } }),
      "yarn.lock": `# yarn\nzod@^4, zod@^4.1:\n  version "4.1.0"\n\n"@a/b@npm:^1.0.0":\n  version: 1.0.2\n\n"me@workspace:.":\n  version: 0.0.0\n`,
    },
    ["zod | ^4 | 4.1.0", "@a/b | 1.0.2 | indirect"],
  ],
  [
    "pnpm, new and old",
    {
      "package.json": json({ dependencies: { zod: "^4" } }),
      "pnpm-lock.yaml":
        "lockfileVersion: '9.0'\npackages:\n\n  zod@4.1.0:\n    resolution: {}\n\n  '@a/b@1.0.0(zod@4.1.0)':\n    resolution: {}\n\n  /old/2.0.0:\n    x: 1\nsnapshots:\n  zod@9.9.9: {}\n",
    },
    ["zod | ^4 | 4.1.0", "@a/b | 1.0.0 | indirect", "old | 2.0.0 | indirect"],
  ],
  [
    "Python: the standard, groups, Poetry, uv's lock",
    {
      "pyproject.toml": `[project]\ndependencies = ["requests[socks]>=2.0; python_version > '3'", "PyYAML"]\n[dependency-groups]\ndev = ["pytest>=8", {include-group = "x"}]\n[tool.poetry.dependencies]\npython = "^3.9"\nflask = {version = "^3"}\n`,
      "uv.lock": `[[package]]\nname = "requests"\nversion = "2.31.0"\n\n[[package]]\nname = "pyyaml"\nversion = "6.0"\n\n[[package]]\nname = "idna"\nversion = "3.4"\n`,
    },
    ["requests | >=2.0 | 2.31.0", "PyYAML | 6.0", "pytest | >=8", "flask | ^3", "idna | 3.4 | indirect"],
  ],
  [
    "Python: requirements and Pipfile",
    {
      "requirements-dev.txt": `# dev\n-r base.txt\n--index-url https://example.test/simple\nblack==24.1.0  # format\nhttps://example.test/x.whl\n./local\nrich @ https://example.test/rich.whl\n`,
      Pipfile: `[packages]\nflask = "*"\n`,
      "Pipfile.lock": json({ default: { flask: { version: "==3.0.0" } } }),
    },
    ["flask | * | 3.0.0", "black | ==24.1.0", "rich | @ https://example.test/rich.whl"],
  ],
  [
    "Rust, with a path, another name and a target",
    {
      "Cargo.toml": `[dependencies]\nserde = "1"\nown = { path = "../own" }\nshort = { package = "long-name", version = "2" }\n[target.'cfg(unix)'.dependencies]\nlibc = "0.2"\n`,
      "Cargo.lock": `[[package]]\nname = "serde"\nversion = "1.0.200"\n[[package]]\nname = "itoa"\nversion = "1.0.0"\n`,
    },
    ["serde | 1 | 1.0.200", "long-name | 2", "libc | 0.2", "itoa | 1.0.0 | indirect"],
  ],
  [
    "Go",
    {
      "go.mod": `module example.test/me\n\nrequire (\n\tgithub.com/a/b v1.2.3\n\tgolang.org/x/net v0.1.0 // indirect\n)\nrequire github.com/c/d v0.0.1\nreplace github.com/a/b => ../x\n`,
    },
    ["github.com/a/b | v1.2.3 | v1.2.3", "golang.org/x/net | v0.1.0 | indirect", "github.com/c/d | v0.0.1 | v0.0.1"],
  ],
  [
    "Ruby",
    {
      Gemfile: `source "https://example.test"\ngem "rails", "~> 7.1"\ngem 'puma'\nsystem("touch /tmp/pwned")\n`,
      "Gemfile.lock": `GEM\n  remote: https://example.test/\n  specs:\n    rack (3.0.8)\n    rails (7.1.2)\n      rack (>= 2)\n\nDEPENDENCIES\n  rails (~> 7.1)\n  puma\n`,
    },
    ["rails | ~> 7.1 | 7.1.2", "puma", "rack | 3.0.8 | indirect"],
  ],
  [
    "PHP",
    {
      "composer.json": json({ require: { php: ">=8", "ext-json": "*", "monolog/monolog": "^3" } }),
      "composer.lock": json({
        packages: [
          { name: "monolog/monolog", version: "3.5.0" },
          { name: "psr/log", version: "3.0" },
        ],
      }),
    },
    ["monolog/monolog | ^3 | 3.5.0", "psr/log | 3.0 | indirect"],
  ],
  [
    "Java and Kotlin",
    {
      "pom.xml": `<project><properties><g.v>33.0</g.v></properties><!-- <dependency><groupId>no</groupId><artifactId>no</artifactId></dependency> --><dependencies><dependency><groupId>com.google.guava</groupId><artifactId>guava</artifactId><version>\${g.v}</version><exclusions><exclusion><groupId>not</groupId><artifactId>this</artifactId></exclusion></exclusions></dependency></dependencies></project>`,
      "app/build.gradle.kts": `dependencies {\n  implementation("com.squareup.okio:okio:3.9.0")\n  testImplementation 'junit:junit:4.13'\n}\n`,
      "gradle/libs.versions.toml": `[versions]\nk = "2.0"\n[libraries]\nkx = { module = "org.x:kx", version.ref = "k" }\ns = "a.b:c:1"\n`,
    },
    [
      "com.google.guava:guava | 33.0",
      "com.squareup.okio:okio | 3.9.0",
      "junit:junit | 4.13",
      "org.x:kx | 2.0",
      "a.b:c | 1",
    ],
  ],
  [
    ".NET",
    {
      "App.csproj": `<Project><ItemGroup><PackageReference Include="Newtonsoft.Json" Version="13.0.3" /></ItemGroup></Project>`,
    },
    ["Newtonsoft.Json | 13.0.3"],
  ],
])("%s", async (_title, files, expected) => {
  const { shown, problems } = await read(files);
  expect(shown).toEqual(expected);
  expect(problems).toEqual([]);
});

test("sub-projects count, data of tests does not, and each name is told once", async () => {
  const { dependencies } = await read({
    "package.json": json({ dependencies: { zod: "^4" } }),
    "packages/a/package.json": json({ dependencies: { zod: "^3", own: "workspace:*" } }),
    "test/fixtures/p/package.json": json({ dependencies: { evil: "1" } }),
    ".gitignore": "ignored/\n",
    "ignored/package.json": json({ dependencies: { hidden: "1" } }),
  });
  expect(dependencies.map(({ name, wanted, from }) => [name, wanted, from])).toEqual([
    ["zod", "^4", "package.json"],
    ["own", "workspace:*", "packages/a/package.json"],
  ]);
});

test("what is no data of its kind is told, and stops nothing", async () => {
  const { shown, problems } = await read({
    "package.json": "{ not json",
    "composer.json": "[1]",
    "Cargo.toml": "[dependencies\nserde=1",
    "go.mod": "require github.com/a/b v1.0.0",
  });
  expect(shown).toEqual(["github.com/a/b | v1.0.0 | v1.0.0"]);
  expect(problems).toEqual([
    "Cargo.toml is not valid TOML.",
    "composer.json holds no JSON object.",
    "package.json is not valid JSON.",
  ]);
});

test("data of the wrong shape counts as none", async () => {
  const odd = { dependencies: ["a"], devDependencies: { b: { deep: true }, c: 7 }, peerDependencies: "x" };
  const { shown, problems } = await read({
    "package.json": `{"__proto__": {"dependencies": {"polluted": "1"}}, ${json(odd).slice(1)}`,
    "package-lock.json": json({ packages: { "node_modules/b": null, "node_modules/c": { version: 3 } } }),
  });
  expect(shown).toEqual(["b", "c"]);
  expect(problems).toEqual([]);
});

test("names that climb, hide or break lines are left out and counted", async () => {
  const bad = [
    "../../etc",
    "..",
    "a/../b",
    "/etc/passwd",
    "a\nb",
    "a b",
    "a\\b",
    "‮txt",
    "x".repeat(300),
    "",
    "a//b",
    "file:///x",
  ];
  const { shown, problems } = await read({
    "package.json": json({
      dependencies: Object.fromEntries([...bad, "good", "@scope/good.js"].map((name) => [name, "1"])),
    }),
  });
  expect(shown).toEqual(["good | 1", "@scope/good.js | 1"]);
  expect(problems).toEqual([`package.json: ${bad.length} of its names can be no library's.`]);
  expect(bad.filter(isLibraryName)).toEqual([]);
});

test("a lock that is too large is told, and the manifest holds", async () => {
  const { shown, problems } = await read({
    "package.json": json({ dependencies: { zod: "^4" } }),
    "package-lock.json": `{"packages":{}, "x":"${"y".repeat(25 * 1024 * 1024)}"}`,
  });
  expect(shown).toEqual(["zod | ^4"]);
  expect(problems.join("\n")).toMatch(/^package-lock\.json was not read: .*bytes/);
});

test("versions of a hostile manifest are cut", async () => {
  const { dependencies } = await read({ "package.json": json({ dependencies: { a: "9".repeat(100_000) } }) });
  expect(dependencies[0]?.wanted).toHaveLength(60);
});

test("links that lead out or in circles are not followed", async () => {
  const { shown, problems } = await read({ "go.mod": "module x", "a/package.json": "{}" }, (root) => {
    mkdirSync(join(root, "..", "outside", "d"), { recursive: true });
    symlinkSync(join(root, "..", "outside"), join(root, "a", "package-lock.json"));
    symlinkSync(join(root, "a", "yarn.lock"), join(root, "a", "yarn.lock"));
    symlinkSync("..", join(root, "a", "up"));
  });
  expect(shown).toEqual([]);
  expect(problems.map((each) => each.split(" ", 1)[0])).toEqual(["a/package-lock.json", "a/yarn.lock"]);
});
