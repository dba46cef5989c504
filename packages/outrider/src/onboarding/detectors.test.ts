import { describe, expect, test } from "vitest";
import type { CommandKind, ProjectView } from "../ecosystems/detection.ts";
import { detectors } from "../ecosystems/index.ts";

interface Case {
  readonly detector: string;
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  readonly manager?: string;
  readonly commands: readonly (readonly [CommandKind, string])[];
  readonly entryPoints?: readonly string[];
  /** The file that every command is from; any that is there unless told. */
  readonly from?: string;
}

const cases: readonly Case[] = [
  {
    detector: "Node.js",
    title: "scripts by name, npm by its lock",
    files: {
      "package.json": JSON.stringify({
        scripts: { build: "x", test: "y", lint: "z", dev: "w", postinstall: "rm" },
        bin: { cli: "./bin/cli.js" },
      }),
      "package-lock.json": "",
      "bin/cli.js": "",
      "src/index.ts": "",
    },
    manager: "npm",
    commands: [
      ["build", "npm run build"],
      ["test", "npm test"],
      ["lint", "npm run lint"],
      ["run", "npm run dev"],
    ],
    entryPoints: ["bin/cli.js", "src/index.ts"],
  },
  {
    detector: "Node.js",
    title: "pnpm",
    files: { "package.json": '{"scripts":{"test":"x"}}', "pnpm-lock.yaml": "" },
    manager: "pnpm",
    commands: [["test", "pnpm test"]],
  },
  {
    detector: "Node.js",
    title: "the field wins over the lock",
    files: { "package.json": '{"packageManager":"yarn@4.1.0","scripts":{"build":"x"}}', "package-lock.json": "" },
    manager: "yarn",
    commands: [["build", "yarn build"]],
  },
  {
    detector: "Node.js",
    title: "bun",
    files: { "package.json": '{"scripts":{"test":"x"}}', "bun.lock": "" },
    manager: "bun",
    commands: [["test", "bun run test"]],
  },
  {
    detector: "Deno",
    title: "tasks",
    files: { "deno.json": '{"tasks":{"dev":"x",}} // jsonc', "main.ts": "" },
    manager: "deno",
    commands: [
      ["run", "deno task dev"],
      ["test", "deno test"],
    ],
    entryPoints: ["main.ts"],
  },
  {
    detector: "Rust",
    title: "a workspace",
    files: { "Cargo.toml": "[workspace]\nmembers=['a']", "src/main.rs": "" },
    manager: "cargo",
    commands: [
      ["build", "cargo build --workspace"],
      ["test", "cargo test --workspace"],
      ["lint", "cargo clippy --workspace"],
      ["run", "cargo run"],
    ],
    entryPoints: ["src/main.rs"],
  },
  {
    detector: "Go",
    title: "programs below cmd",
    files: { "go.mod": "module x", "cmd/app/main.go": "" },
    manager: "go",
    commands: [
      ["build", "go build ./..."],
      ["test", "go test ./..."],
      ["lint", "go vet ./..."],
      ["run", "go run ./cmd/app"],
    ],
    entryPoints: ["cmd/app/main.go"],
  },
  {
    detector: "Go",
    title: "a workspace without a module of its own",
    files: { "go.work": "go 1.22\n\nuse (\n\t./api // the server\n\t./lib/\n)\nuse ./tools\n", "api/go.mod": "" },
    manager: "go",
    from: "go.work",
    commands: [
      ["build", "go build ./tools/... ./api/... ./lib/..."],
      ["test", "go test ./tools/... ./api/... ./lib/..."],
      ["lint", "go vet ./tools/... ./api/... ./lib/..."],
    ],
  },
  {
    detector: "Python",
    title: "pipenv, which has no build of its own",
    files: { "pyproject.toml": "[project]\n", Pipfile: "", "conftest.py": "" },
    manager: "pipenv",
    commands: [
      ["build", "pipenv run python -m build"],
      ["test", "pipenv run pytest"],
    ],
  },
  {
    detector: "Python",
    title: "uv and ruff",
    files: { "pyproject.toml": "[tool.ruff]\n[tool.pytest.ini_options]\n", "uv.lock": "", "pkg/__main__.py": "" },
    manager: "uv",
    commands: [
      ["build", "uv build"],
      ["test", "uv run pytest"],
      ["lint", "uv run ruff check"],
    ],
    entryPoints: ["pkg/__main__.py"],
  },
  {
    detector: "Python",
    title: "requirements alone",
    files: { "requirements-dev.txt": "", "manage.py": "" },
    manager: "pip",
    commands: [
      ["test", "python -m unittest"],
      ["run", "python manage.py runserver"],
    ],
    entryPoints: ["manage.py"],
  },
  {
    detector: "Maven",
    title: "with its wrapper",
    files: { "pom.xml": "", mvnw: "", "src/main/java/a/Main.java": "" },
    manager: "maven",
    commands: [
      ["build", "./mvnw package"],
      ["test", "./mvnw test"],
    ],
    entryPoints: ["src/main/java/a/Main.java"],
  },
  {
    detector: "Gradle",
    title: "an application in Kotlin",
    files: { "build.gradle.kts": "plugins { application }", gradlew: "" },
    manager: "gradle",
    commands: [
      ["build", "./gradlew build"],
      ["test", "./gradlew test"],
      ["run", "./gradlew run"],
    ],
  },
  {
    detector: ".NET",
    title: "a solution",
    files: { "App.sln": "", "App/Program.cs": "" },
    manager: "nuget",
    commands: [
      ["build", "dotnet build"],
      ["test", "dotnet test"],
      ["lint", "dotnet format --verify-no-changes"],
    ],
    entryPoints: ["App/Program.cs"],
  },
  {
    detector: "Ruby",
    title: "specs and rubocop",
    files: { Gemfile: "", ".rspec": "", ".rubocop.yml": "" },
    manager: "bundler",
    commands: [
      ["test", "bundle exec rspec"],
      ["lint", "bundle exec rubocop"],
    ],
  },
  {
    detector: "PHP",
    title: "phpunit",
    files: { "composer.json": '{"scripts":{"lint":"x"}}', "phpunit.xml": "", "public/index.php": "" },
    manager: "composer",
    commands: [
      ["lint", "composer lint"],
      ["test", "vendor/bin/phpunit"],
    ],
    entryPoints: ["public/index.php"],
  },
  {
    detector: "Elixir",
    title: "phoenix",
    files: { "mix.exs": "{:phoenix, ...}", "lib/app/application.ex": "" },
    manager: "mix",
    commands: [
      ["build", "mix compile"],
      ["test", "mix test"],
      ["lint", "mix format --check-formatted"],
      ["run", "mix phx.server"],
    ],
    entryPoints: ["lib/app/application.ex"],
  },
  {
    detector: "CMake",
    title: "with tests",
    files: { "CMakeLists.txt": "enable_testing()", "src/main.cpp": "" },
    commands: [
      ["build", "cmake -B build && cmake --build build"],
      ["test", "ctest --test-dir build"],
    ],
    entryPoints: ["src/main.cpp"],
  },
  {
    detector: "Make",
    title: "targets, not variables",
    files: { Makefile: "CC := gcc\nbuild: a b\n\tgcc\n.PHONY: test\ntest:\nlint ::\nodd-name:\n" },
    commands: [
      ["build", "make build"],
      ["test", "make test"],
    ],
  },
  {
    detector: "Docker",
    title: "compose",
    files: { Dockerfile: "", "compose.yaml": "" },
    commands: [["run", "docker compose up"]],
  },
];

function viewOf(files: Readonly<Record<string, string>>): ProjectView {
  return { paths: new Set(Object.keys(files)), read: async (path) => files[path] };
}

describe.each(cases)("$detector: $title", ({ detector: name, files, manager, commands, entryPoints = [], from }) => {
  const detector = detectors.find((each) => each.name === name);
  const view = viewOf(files);

  test("is recognised, and its commands are found", async () => {
    const manifests = detector?.manifests(view) ?? [];
    expect(manifests).not.toEqual([]);
    const found = await detector?.detect(view, manifests);
    expect(found?.commands?.map(({ kind, command }) => [kind, command]) ?? []).toEqual(commands);
    expect(found?.packageManager).toBe(manager);
    for (const each of found?.commands ?? [])
      expect(from === undefined ? Object.keys(files) : [from]).toContain(each.from);
    expect(found?.entryPoints ?? []).toEqual(entryPoints);
  });
});

describe.each(detectors)("$name", (detector) => {
  test("finds nothing in an empty project, and has a case", () => {
    expect(detector.manifests(viewOf({}))).toEqual([]);
    expect(cases.some((each) => each.detector === detector.name)).toBe(true);
  });

  test("survives a manifest of rubbish", async () => {
    const own = cases.find((each) => each.detector === detector.name)?.files ?? {};
    for (const rubbish of [
      "",
      "\0\0",
      "{",
      "[[[",
      '{"scripts": 3, "bin": null, "main": []}',
      '{"__proto__": {"scripts": {"build": "x"}}}',
    ]) {
      const view = viewOf(Object.fromEntries(Object.keys(own).map((path) => [path, rubbish])));
      expect(await detector.detect(view, detector.manifests(view))).toBeTypeOf("object");
    }
  });
});
