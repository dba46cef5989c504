import { lstat, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type SpillStore, ToolError } from "toolwright";
import type { CommandLogs } from "../shell/logs/command-logs.ts";
import type { Outputs } from "./outputs.ts";

export interface OutputsOptions {
  readonly spill: Pick<SpillStore, "read">;
  readonly logs: Pick<CommandLogs, "live" | "candidates">;
  /** Who reads; what belongs to another principal is as unknown as what never was. */
  readonly principal: string;
  /** For files that live as long as they are read. Default: the system's. */
  readonly temp?: string;
}

const shape = /^@(out|cmd)_[a-z2-7]{16}$/;

export function openOutputs({ spill, logs, principal, temp = tmpdir() }: OutputsOptions): Outputs {
  const ownSpill: typeof spill = { read: (handle, range) => spill.read(handle, { ...range, principal }) };

  async function inPrivateFile<Value>(
    fill: (path: string) => Promise<void>,
    use: (file: string) => Promise<Value>,
  ): Promise<Value> {
    const directory = await mkdtemp(join(temp, "outrider-output-"));
    try {
      const path = join(directory, "output.txt");
      await fill(path);
      return await use(path);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  }

  return {
    isHandle: (text) => shape.test(text),
    async withFile(handle, use) {
      const kind = shape.exec(handle)?.[1];
      if (kind === "out") return await inPrivateFile((path) => writePages(ownSpill, handle, path), use);
      const live = logs.live(handle, principal);
      if (live !== undefined) return await inPrivateFile((path) => live.copyTo(path), use);
      for (const path of logs.candidates(handle, principal)) {
        if (await isPlainFile(path)) return await use(path);
      }
      throw unknownHandle(handle);
    },
  };
}

async function writePages(spill: Pick<SpillStore, "read">, handle: string, path: string): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    let place: { offset: number; column: number } | undefined = { offset: 0, column: 0 };
    while (place !== undefined) {
      const { text, nextOffset, nextColumn } = await spill.read(handle, { ...place, limit: linesAtOnce });
      await file.appendFile(text);
      place = nextOffset === undefined ? undefined : { offset: nextOffset, column: nextColumn ?? 0 };
    }
  } finally {
    await file.close();
  }
}

// The store ends a page at 64 KiB all the same.
const linesAtOnce = 100_000;

/** A link in its place is not ours. */
async function isPlainFile(path: string): Promise<boolean> {
  return await lstat(path).then(
    (facts) => facts.isFile(),
    () => false,
  );
}

function unknownHandle(handle: string): ToolError {
  const shown = JSON.stringify(handle.slice(0, 60));
  return new ToolError(
    "unknown_handle",
    `No output is stored for ${shown}: it has expired, was removed to make room, or never was. Run the command again.`,
  );
}
