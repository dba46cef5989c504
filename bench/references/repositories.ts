/** Real code from public registries, laid out as a repository; see accuracy/cache.ts for where it is kept. */
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cached, findProgram, npmPackage, pythonPackage, run, sourceArchive } from "../accuracy/cache.ts";
import type { ServerId } from "./programs.ts";

export type Reader = "typescript" | "python" | "go";

export interface Repository {
  readonly name: string;
  /** What is special about it. */
  readonly about: string;
  readonly server: ServerId;
  readonly reader: Reader;
  /** The package's own name, by which its files may import each other. */
  readonly own: string;
  readonly endings: readonly string[];
  readonly quick?: true;
  /** Its files import each other by a name that leads nowhere: what the truth has, no server can know. */
  readonly unresolved?: true;
  /** Only symbols that are used in a path with this. */
  readonly usedIn?: string;
  /** Puts it into an empty folder. */
  readonly layOut: (folder: string) => Promise<void>;
}

const zodTests = ["src/v4/classic/tests", "src/v4/core/tests", "src/v4/mini/tests", "src/v3/tests"];
const scripts = [".ts", ".tsx", ".js", ".cjs", ".mjs"];

export const repositories: readonly Repository[] = [
  {
    name: "rxjs 7.8.2",
    about: "TypeScript, its own tsconfig",
    server: "vtsls",
    reader: "typescript",
    own: "rxjs",
    endings: scripts,
    layOut: (folder) => layOutNpm(folder, "rxjs", "7.8.2", ["src", "tsconfig.json", "package.json"]),
  },
  {
    name: "zod 4.6.7",
    about: "TypeScript, tests under tsconfigs of their own (written by the bench)",
    server: "typescript",
    reader: "typescript",
    own: "zod",
    usedIn: "/tests/",
    endings: scripts,
    quick: true,
    layOut: async (folder) => {
      await layOutNpm(folder, "zod", "4.6.7", ["src", "package.json"]);
      separateTests(folder, zodTests, { customConditions: ["@zod/source"] });
    },
  },
  {
    name: "zod 4.6.7 unbuilt",
    about:
      "the same without the condition that leads `zod/v4` to the sources: imports of what is not built lead nowhere",
    server: "typescript",
    reader: "typescript",
    own: "zod",
    usedIn: "/tests/",
    unresolved: true,
    endings: scripts,
    layOut: async (folder) => {
      await layOutNpm(folder, "zod", "4.6.7", ["src", "package.json"]);
      separateTests(folder, zodTests);
    },
  },
  {
    name: "@reduxjs/toolkit 2.2.7",
    about: "TypeScript, tests under tsconfigs of their own (written by the bench)",
    server: "vtsls",
    reader: "typescript",
    own: "@reduxjs/toolkit",
    usedIn: "/tests/",
    endings: scripts,
    layOut: async (folder) => {
      await layOutNpm(folder, "@reduxjs/toolkit", "2.2.7", ["src", "package.json"]);
      separateTests(folder, ["src/tests", "src/query/tests", "src/entities/tests", "src/listenerMiddleware/tests"], {
        jsx: "react",
        paths: {
          "@reduxjs/toolkit": ["./src/index.ts"],
          "@reduxjs/toolkit/query": ["./src/query/index.ts"],
          "@reduxjs/toolkit/query/react": ["./src/query/react/index.ts"],
          "@reduxjs/toolkit/react": ["./src/react/index.ts"],
        },
      });
    },
  },
  {
    name: "fastify 5.12.8",
    about: "JavaScript, CommonJS, with tests, no tsconfig",
    server: "typescript",
    reader: "typescript",
    own: "fastify",
    endings: scripts,
    quick: true,
    layOut: (folder) => layOutNpm(folder, "fastify", "5.12.8", ["lib", "test", "fastify.js", "types", "package.json"]),
  },
  {
    name: "eslint 9.39.5",
    about: "JavaScript, CommonJS, no tsconfig",
    server: "vtsls",
    reader: "typescript",
    own: "eslint",
    endings: scripts,
    layOut: (folder) => layOutNpm(folder, "eslint", "9.39.5", ["lib", "bin", "package.json"]),
  },
  {
    name: "click 8.1.7",
    about: "Python, src layout, with tests",
    server: "pyright",
    reader: "python",
    own: "click",
    endings: [".py"],
    quick: true,
    layOut: async (folder) => copyOnly(await pythonPackage("click", "8.1.7", sourceArchive), folder, "click-8.1.7"),
  },
  {
    name: "Django 5.1",
    about: "Python",
    server: "pyright",
    reader: "python",
    own: "django",
    endings: [".py"],
    layOut: async (folder) => copyOnly(await pythonPackage("Django", "5.1"), folder, "", ["django"]),
  },
  {
    name: "goldmark 1.7.8",
    about: "Go",
    server: "gopls",
    reader: "go",
    own: "github.com/yuin/goldmark",
    endings: [".go"],
    layOut: async (folder) => {
      const module = "github.com/yuin/goldmark@v1.7.8";
      copyOnly(await goModule("github.com/yuin/goldmark", "v1.7.8"), folder, module);
      // Folders of this name are none of the module's, for the go tool and for its server.
      rmSync(join(folder, "_benchmark"), { recursive: true, force: true });
    },
  },
];

/** Folders of the repository that hold no code of its own are not asked for. */
export function layOut(repository: Repository, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  if (findProgram("git") !== undefined) run("git", ["init", "--quiet"], folder);
  return repository.layOut(folder);
}

async function layOutNpm(folder: string, name: string, version: string, parts: readonly string[]): Promise<void> {
  const place = await npmPackage(name, version);
  copyOnly(join(place, "node_modules", name), folder, "", parts);
  // What it depends on stands beside it, as after npm install.
  writeFileSync(join(folder, ".gitignore"), "node_modules\n");
  cpSync(join(place, "node_modules"), join(folder, "node_modules"), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => path !== join(place, "node_modules", name) && !path.includes(".package-lock"),
  });
}

function copyOnly(from: string, folder: string, within: string, parts: readonly string[] = ["."]): void {
  for (const part of parts) {
    const source = join(from, within, part);
    if (!existsSync(source)) throw new Error(`${source} is not in the package; change its parts in repositories.ts.`);
    mkdirSync(dirname(join(folder, part)), { recursive: true });
    cpSync(source, join(folder, part), { recursive: true });
  }
}

/** As many repositories have it: one tsconfig for what is published, another beside the tests. */
function separateTests(folder: string, tests: readonly string[], more: Record<string, unknown> = {}): void {
  const present = tests.filter((path) => existsSync(join(folder, path)));
  const compilerOptions = { strict: true, target: "es2022", module: "esnext", moduleResolution: "bundler", ...more };
  const write = (path: string, value: unknown): void =>
    writeFileSync(join(folder, path, "tsconfig.json"), `${JSON.stringify(value, null, 2)}\n`);
  const rewrites = { allowImportingTsExtensions: true, noEmit: true };
  write("", {
    compilerOptions: { ...compilerOptions, ...rewrites },
    include: ["src"],
    exclude: ["**/tests", "node_modules"],
  });
  for (const path of present) {
    const up = path.split("/").fill("..").join("/");
    write(path, { extends: `${up}/tsconfig.json`, include: ["."], exclude: [] });
  }
}

/** A module's source archive from the Go proxy. */
function goModule(name: string, version: string): Promise<string> {
  return cached(`go-${name.replaceAll("/", "-")}-${version}`, async (folder) => {
    const answer = await fetch(`https://proxy.golang.org/${name}/@v/${version}.zip`);
    if (!answer.ok) throw new Error(`The Go proxy answered ${answer.status} for ${name}@${version}.`);
    writeFileSync(join(folder, "module.zip"), Buffer.from(await answer.arrayBuffer()));
    run("python3", ["-m", "zipfile", "-e", "module.zip", "."], folder);
    rmSync(join(folder, "module.zip"));
  });
}

/** The repository's own files of code, in a fixed order. */
export function codeFiles(root: string, endings: readonly string[]): readonly string[] {
  const found: string[] = [];
  const visit = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && entry.name !== "node_modules" && !entry.name.startsWith(".")) visit(path);
      if (entry.isFile() && endings.some((ending) => entry.name.endsWith(ending))) found.push(path);
    }
  };
  visit(root);
  return found.toSorted();
}
