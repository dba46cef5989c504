import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import type { Outcome } from "toolwright";
import type { InputStream, OutputStream } from "toolwright/cli";
import type { PipeCaller } from "../../src/cli/pipes/call-tool.ts";
import { runPipe } from "../../src/cli/pipes/run-pipe.ts";
import { type KitOptions, openKit } from "../support/outrider-kit.ts";

/** What most tests ask about. */
export const storeText = `/** Opens it. */
export function openStore(name: string): Store {
  return new Store(name);
}

export interface Shape {
  area(): number;
}

export class Store implements Shape {
  constructor(readonly name: string) {}
  get(key: string): string {
    return key;
  }
  area(): number {
    return 1;
  }
}
`;
const use = `import { openStore } from "./store.ts";

export function main(): void {
  const store = openStore("a"); // openStore here
  console.log(store.get("x"), openStore("b").get("y"));
}
`;
export const sampleFiles = {
  "src/store.ts": storeText,
  "src/use.ts": use,
  "src/box.ts": "export class Box {\n  get(key: string): string {\n    return key;\n  }\n}\n",
  "src/guess.ts": "export function guess(some: any): void {\n  some.area();\n}\n",
};

export interface PipeRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface PipeChoice {
  /** Relative to the project. */
  readonly in?: string;
  readonly stdin?: string;
  readonly isTTY?: boolean;
  readonly isWarm?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** What the kernel says, changed: a project that is half read, a call that is slow. */
  readonly answered?: (tool: string, outcome: Outcome) => Outcome | Promise<Outcome>;
}

/** Command lines over a temp project, in this process; the project stays open between them. */
export async function openPipeKit(files: Readonly<Record<string, string | Uint8Array>>, options: KitOptions = {}) {
  const kit = await openKit({ ".git/HEAD": "ref: refs/heads/main\n", ...files }, options);
  const { kernel } = kit.outrider;

  async function run(argv: readonly string[], choice: PipeChoice = {}): Promise<PipeRun> {
    const {
      stdin = "",
      isTTY = false,
      signal = new AbortController().signal,
      answered = (_tool, outcome) => outcome,
    } = choice;
    const [out, err] = [keepText(isTTY), keepText(isTTY)];
    const input: InputStream = Object.assign(Readable.from([stdin]), { isTTY: false });
    const caller: PipeCaller = {
      root: kit.root,
      isWarm: choice.isWarm === true,
      call: async (tool, given, about) => await answered(tool, await kernel.call(tool, given, about)),
    };
    const code = await runPipe(
      {
        argv,
        cwd: join(kit.root, choice.in ?? "."),
        env: choice.env ?? {},
        streams: { stdin: input, stdout: out.stream, stderr: err.stream },
      },
      caller,
      signal,
    );
    return { code, stdout: out.text(), stderr: err.text() };
  }
  return { ...kit, run };
}

function keepText(isTTY: boolean): { readonly stream: OutputStream; text(): string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream: Object.assign(stream, { isTTY, columns: 80 }), text: () => Buffer.concat(chunks).toString("utf8") };
}
