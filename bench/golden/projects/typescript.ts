import type { Project } from "./project.ts";

const manyFunctions = Array.from(
  { length: 400 },
  (_, at) => `/** Number ${at}. */\nexport function step${at}(value: number): number {\n  return value + ${at};\n}\n`,
).join("\n");

const manyCallers = Array.from(
  { length: 60 },
  (_, at) =>
    `import { merge } from "../store";\nexport function caller${at}(): number {\n  return merge(${at}, merge(1, ${at}));\n}\n`,
);

const store = `import { join } from "./text";

/** What can be asked for a number. */
export interface Store {
  get(key: string): number;
  readonly size: number;
}

export abstract class Base implements Store {
  constructor(readonly size: number) {}
  abstract get(key: string): number;
  /** Says what it is. */
  describe(): string {
    return join(["store", String(this.size)], " ");
  }
}

export class Box extends Base {
  #items = new Map<string, number>();
  get(key: string): number {
    return merge(this.size, this.#items.get(key) ?? key.length);
  }
  set(key: string, value: number): this {
    this.#items.set(key, value);
    return this;
  }
}

export class SealedBox extends Box {
  override set(): this {
    throw new Error("This box is sealed.");
  }
}

/** Adds. */
export function merge(a: number, b: number): number {
  return a + b;
}

export function parse(text: string): number;
export function parse(text: string, radix: number): number;
export function parse(text: string, radix = 10): number {
  return Number.parseInt(text, radix);
}

export const limits = { small: 1, large: 1_000 } as const;
export type Limit = keyof typeof limits;
export enum Mode {
  Fast = "fast",
  Careful = "careful",
}
`;

/** Small enough to see through, with everything a name can lead to: overloads, re-exports, tests, ignored output, a change. */
export const typescript: Project = {
  name: "shop",
  files: {
    "package.json": `{
  "name": "shop",
  "version": "1.2.3",
  "private": true,
  "type": "module",
  "scripts": { "build": "tsc", "test": "node --test", "lint": "eslint .", "start": "node dist/main.js" },
  "dependencies": { "tiny-lib": "^2.0.0" },
  "devDependencies": { "absent-lib": "1.0.0" }
}
`,
    "tsconfig.json":
      '{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler", "target": "es2022", "noEmit": true, "types": [] }, "include": ["src", "test"] }\n',
    "README.md":
      "# Shop\n\nKeeps numbers in boxes.\n\n## Install\n\nRun `npm ci`.\n\n### Linux\n\nNothing else.\n\n### Windows\n\nUse WSL.\n\n## Use\n\n```ts\nmerge(1, 2);\n```\n",
    "src/store.ts": store,
    "src/text.ts":
      'export function join(parts: readonly string[], between: string): string {\n  return parts.join(between);\n}\n\n/** Not used by anybody. */\nexport function lonely(): string {\n  return join([], ",");\n}\n',
    "src/index.ts":
      'export { merge as add } from "./store";\nexport * from "./store";\nexport { join } from "./text";\n',
    "src/other.ts": 'export function merge(): string {\n  return "merge";\n}\nmerge();\n',
    "src/main.ts": `import { add, Box, Mode, parse, type Store } from "./index";
import { tiny } from "tiny-lib";

export function run(store: Store, mode: Mode = Mode.Fast): number {
  const first = add(1, store.get("größe 😀"));
  return mode === Mode.Fast ? first : parse("ff", 16) + tiny(first);
}

export function loop(depth: number): number {
  return depth === 0 ? run(new Box(1)) : again(depth - 1);
}

function again(depth: number): number {
  return loop(depth);
}

run(new Box(1).set("a", 2));
`,
    "src/view.tsx":
      'import * as all from "./index";\nexport const view = [all.merge(1, 2), all["merge"](3, 4)];\nexport function View(props: { readonly title: string }) {\n  return props.title;\n}\n',
    "src/broken.ts": "export function half(: number {\n  return 1;\n}\nexport const whole: string = 7;\n",
    "src/wrong.ts": `import { Box, missing } from "./store";
export const count: string = new Box("1").get(2);
export const unused = (a: number) => a.toUpperCase();
`,
    "src/windows.ts": "export const first = 1;\r\nexport function second() {\r\n  return first;\r\n}\r\n",
    "src/big.ts": manyFunctions,
    "src/long-line.js": `const data = "${"abcdefghij".repeat(6000)}";\n`,
    "test/store.test.ts":
      'import { merge } from "../src/store";\nif (merge(1, 2) !== 3) throw new Error("merge");\nmerge(0, 0);\n',
    ...Object.fromEntries(manyCallers.map((text, at) => [`src/callers/caller${at}.ts`, text])),
    "node_modules/tiny-lib/package.json":
      '{ "name": "tiny-lib", "version": "2.1.0", "main": "index.js", "types": "index.d.ts" }\n',
    "node_modules/tiny-lib/index.js": "export function tiny(value) {\n  return value / 2;\n}\n",
    "node_modules/tiny-lib/index.d.ts": "/** Halves. */\nexport declare function tiny(value: number): number;\n",
    "dist/main.js": 'import { merge } from "./store.js";\nmerge(1, 2);\n',
    ".gitignore": "node_modules/\ndist/\n.env\n",
    ".env": "API_KEY=abc123secret\nMODE=dev # plain\n",
    ".npmrc": "//registry.example.invalid/:_authToken=topsecret\n",
    "docs/odd name (1) é.md": "# Odd\n\nA name with blanks.\n",
  },
  git: {
    "src/changed.ts": 'import { merge } from "./store";\nexport const sum: string = merge(1, 2);\n',
    "src/windows.ts":
      "export const first = 1;\r\nexport function second() {\r\n  return first;\r\n}\r\nexport const third = second();\r\n",
  },
};
