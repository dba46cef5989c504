import { join } from "node:path";
import { isToolError } from "toolwright";
import * as z from "zod";
import { libraryEcosystems } from "../../ecosystems/index.ts";
import { lookUp } from "../../ecosystems/look-up.ts";
import type { Project } from "../../workspace/project.ts";
import { hashBytes } from "../../workspace/text/text-file.ts";
import { replaceFile } from "../../workspace/writer/replace-file.ts";

const registered = z.strictObject({ name: z.string(), root: z.string() });
const learned = z.strictObject({
  name: z.string(),
  version: z.string().optional(),
  ecosystem: z.enum(libraryEcosystems.map(({ id }) => id)),
});
const schema = z.strictObject({ registered: z.array(registered), learned: z.array(learned) });

/** A directory that a person registered under a name. */
export type Registered = z.infer<typeof registered>;
/** A library that a definition led into. Only its name is stored: its location is looked up each time. */
export type Learned = z.infer<typeof learned>;
/** What is known about libraries besides the manifests. */
export type KnownLibraries = z.infer<typeof schema>;

type Stated = Pick<Project, "state">;

const maxBytes = 1024 * 1024;
const maxLearned = 300;

/** Stored in this machine's local state of the project, so it cannot come from a repository. */
export async function readKnown(project: Stated): Promise<KnownLibraries> {
  return (await load(project)).known;
}

/** Reads, changes and writes; retries if another process was faster. If `change` returns undefined, nothing changes. */
export async function changeKnown(
  project: Stated,
  change: (known: KnownLibraries) => KnownLibraries | undefined,
): Promise<void> {
  const directory = await project.state.local("libraries");
  for (let turn = 1; ; turn += 1) {
    const { known, hash } = await load(project);
    const wanted = change(known);
    if (wanted === undefined) return;
    const next = { ...wanted, learned: wanted.learned.slice(-maxLearned) };
    try {
      await replaceFile(join(directory, fileName), Buffer.from(`${JSON.stringify(next, undefined, 1)}\n`), {
        expect: hash === undefined ? "missing" : { hash },
        mode: 0o600,
      });
      return;
    } catch (error) {
      const isLate = isToolError(error) && (error.code === "stale" || error.code === "exists");
      if (!isLate || turn === maxTurns) throw error;
    }
  }
}

const fileName = "known.json";
const maxTurns = 20;

async function load({ state }: Stated): Promise<{ readonly known: KnownLibraries; readonly hash: string | undefined }> {
  const text = await lookUp.readStart(await state.localPath("libraries", fileName), maxBytes);
  if (text === undefined) return { known: { registered: [], learned: [] }, hash: undefined };
  return { known: parse(text), hash: hashBytes(Buffer.from(text)) };
}

/** Unreadable data is discarded: everything in it can be named again. */
function parse(text: string): KnownLibraries {
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data;
  } catch {
    // Handled below.
  }
  return { registered: [], learned: [] };
}
