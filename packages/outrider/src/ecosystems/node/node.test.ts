import { describeEcosystem } from "../../../test/support/ecosystem-suite.ts";
import { node } from "./index.ts";

const json = JSON.stringify;

describeEcosystem(node, {
  manifests: [
    {
      title: "npm",
      files: {
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
      dependencies: ["zod | ^4.0.0 | 4.1.0 3.0.0", "@a/b | 1", "x | 1.0.0 | indirect"],
    },
    {
      title: "npm, the first lock",
      files: {
        "package.json": json({ dependencies: { a: "1" } }),
        "package-lock.json": json({
          dependencies: { a: { version: "1.2.0", dependencies: { b: { version: "3.0.0" } } } },
        }),
      },
      dependencies: ["a | 1 | 1.2.0", "b | 3.0.0 | indirect"],
    },
    {
      title: "yarn, both",
      files: {
        "package.json": json({ dependencies: { zod: "^4" } }),
        "yarn.lock": `# yarn\nzod@^4, zod@^4.1:\n  version "4.1.0"\n\n"@a/b@npm:^1.0.0":\n  version: 1.0.2\n\n"me@workspace:.":\n  version: 0.0.0\n`,
      },
      dependencies: ["zod | ^4 | 4.1.0", "@a/b | 1.0.2 | indirect"],
    },
    {
      title: "pnpm, new and old",
      files: {
        "package.json": json({ dependencies: { zod: "^4" } }),
        "pnpm-lock.yaml":
          "lockfileVersion: '9.0'\npackages:\n\n  zod@4.1.0:\n    resolution: {}\n\n  '@a/b@1.0.0(zod@4.1.0)':\n    resolution: {}\n\n  /old/2.0.0:\n    x: 1\nsnapshots:\n  zod@9.9.9: {}\n",
      },
      dependencies: ["zod | ^4 | 4.1.0", "@a/b | 1.0.0 | indirect", "old | 2.0.0 | indirect"],
    },
  ],
  sources: [
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
      title: "node_modules of a sub-project only",
      files: {
        "work/project/packages/a/package.json": "{}",
        "work/project/packages/a/node_modules/lib/package.json": '{"version":"2.0.0"}',
      },
      path: "lib",
      version: "2.0.0",
      root: "work/project/packages/a/node_modules/lib",
    },
  ],
  detectors: [
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
  ],
});
