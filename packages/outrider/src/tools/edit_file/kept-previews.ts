import { readdir, readFile, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { ToolError } from "toolwright";
import * as z from "zod";
import { errorCode } from "../../workspace/paths/error-code.ts";
import type { Project } from "../../workspace/project.ts";
import { hashBytes } from "../../workspace/text/text-file.ts";
import { replaceFile } from "../../workspace/writer/replace-file.ts";

const file = z.strictObject({
  path: z.string(),
  /** Of the bytes that the matches were found in. */
  hash: z.string(),
  matches: z.array(z.strictObject({ start: z.int(), end: z.int(), text: z.string() })),
});

const kept = z.strictObject({ title: z.string(), files: z.array(file) });

/** What a preview has shown: matches are numbered through all files, from 1. */
export type KeptPreview = z.infer<typeof kept>;
export type KeptFile = z.infer<typeof file>;

type Stated = Pick<Project, "state">;

const maxKept = 16;
const maxBytes = 32 * 1024 * 1024;
const folder = "previews";

/** Keeps a preview for a later call, perhaps of another process. Its id is made of all that it would write, and of what it is based on. */
export async function keepPreview({ state }: Stated, preview: KeptPreview): Promise<string> {
  const bytes = Buffer.from(JSON.stringify(preview));
  if (bytes.length > maxBytes) {
    throw new ToolError(
      "too_many",
      "The new text of all matches is too much for one call; nothing was changed. Narrow with `path` or `glob`.",
    );
  }
  const id = hashBytes(bytes).slice(0, 8);
  const directory = await state.local(folder);
  await replaceFile(join(directory, id), bytes, { mode: 0o600 });
  await dropOldest(directory, id);
  return id;
}

export async function readPreview({ state }: Stated, id: string): Promise<KeptPreview> {
  const path = await state.localPath(folder, id);
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") throw noPreview(id);
    throw error;
  });
  // The id is a digest of the bytes: a changed record is not the preview that was shown.
  if (hashBytes(Buffer.from(text)).slice(0, id.length) !== id) throw noPreview(id);
  return kept.parse(JSON.parse(text));
}

function noPreview(id: string): ToolError {
  return new ToolError(
    "no_preview",
    `There is no preview ${JSON.stringify(id)}; the last ${maxKept} are kept. Make it again with \`pattern\` or \`glob\`.`,
  );
}

async function dropOldest(directory: string, newest: string): Promise<void> {
  const names = (await readdir(directory)).filter((name) => name !== newest);
  const aged = await Promise.all(
    names.map(async (name) => ({
      name,
      at: await stat(join(directory, name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    })),
  );
  const old = aged.toSorted((one, other) => other.at - one.at).slice(maxKept - 1);
  // Another process may have removed it already.
  await Promise.all(old.map(({ name }) => unlink(join(directory, name)).catch(() => undefined)));
}
