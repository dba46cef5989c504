import * as z from "zod";
import { newestWrite } from "../indexing/newest-write.ts";
import type { Services } from "../services.ts";
import type { Project } from "../workspace/project.ts";

const reading = z.strictObject({
  /** `unopened`: this process has not asked it yet; what an earlier one read may be on disk. */
  state: z.enum(["unopened", "empty", "building", "stopped", "ready"]),
  done: z.int().describe("Files read"),
  total: z.int().describe("Files to read in all"),
});

/** How far a project is indexed and which language servers it has, as of the last question. */
export const projectStateSchema = z.strictObject({
  symbols: reading,
  search: reading.extend({
    by: z.enum(["meaning", "words"]),
    model: z.string().optional(),
    /** Contents with vectors of the model, of all. */
    embedded: z.int(),
    contents: z.int(),
  }),
  written: z.string().optional().describe("When the index on disk was last written"),
  servers_enabled: z.boolean(),
  servers: z.array(
    z.strictObject({ title: z.string(), state: z.string(), detail: z.string(), languages: z.array(z.string()) }),
  ),
});

export type ProjectState = z.infer<typeof projectStateSchema>;

type Needed = Pick<Services, "symbolsOf" | "serversOf" | "lastSearchStatus">;

/** Looks at nothing but what is in memory, and at the time of the stored files: nothing is read, started or loaded. */
export async function readProjectState(
  project: Project,
  { symbolsOf, serversOf, lastSearchStatus }: Needed,
): Promise<ProjectState> {
  const symbols = symbolsOf(project).status();
  const search = lastSearchStatus(project);
  const servers = serversOf(project);
  const written = await newestWrite(project, indexFolders);
  const isUnopened = symbols.state === "empty" && symbols.total === 0;
  return {
    symbols: { state: isUnopened ? "unopened" : symbols.state, done: symbols.done, total: symbols.total },
    search: {
      state: search?.state ?? "unopened",
      done: search?.done ?? 0,
      total: search?.total ?? 0,
      by: search === undefined || search.model === "off" || search.embedded === 0 ? "words" : "meaning",
      ...(search === undefined ? {} : { model: search.model }),
      embedded: search?.embedded ?? 0,
      contents: search?.contents ?? 0,
    },
    ...(written === undefined ? {} : { written: written.toISOString() }),
    servers_enabled: servers.enabled,
    servers: servers.states().map(({ title, state, detail, languages }) => ({
      title,
      state,
      detail: detail.split("\n", 1).join(""),
      languages: [...languages],
    })),
  };
}

/** Of symbols, and of searches. */
const indexFolders = ["index", "search"];

/** In one line: what the index has read, and how old it is. */
export function showIndexState({ symbols, search, written }: ProjectState, now: number): string {
  const age = written === undefined ? "" : `last written ${showAge(now - Date.parse(written))} ago`;
  if (symbols.state === "unopened" && search.state === "unopened") {
    return written === undefined
      ? "index: nothing read yet; the first question reads it"
      : `index: on disk, ${age}; not opened by this process yet`;
  }
  const parts = [
    symbols.state === "unopened" ? "symbols not asked for yet" : `symbols of ${showFiles(symbols)}`,
    search.state === "unopened" ? "search not asked for yet" : `search of ${showFiles(search)} by ${showModel(search)}`,
    age,
  ];
  return `index: ${parts.filter((part) => part !== "").join("; ")}`;
}

function showFiles({ done, total, state }: z.infer<typeof reading>): string {
  return `${done} of ${total} files${state === "building" ? ", being read" : ""}`;
}

function showModel({ by, model = "", embedded, contents }: ProjectState["search"]): string {
  if (by === "words") return model === "off" ? "words" : `words; ${model} has read nothing yet`;
  return embedded < contents ? `meaning where ${model} has read it, ${embedded} of ${contents} contents` : "meaning";
}

/** In one line: which servers there are and what they do. */
export function showServers({ servers_enabled, servers }: ProjectState): string {
  if (!servers_enabled) return "language servers: switched off in the user settings";
  if (servers.length === 0) return "language servers: none started; the first question that needs one starts it";
  const shown = servers.map(({ title, state, detail }) => `${title} ${state}${detail === "" ? "" : ` (${detail})`}`);
  return `language servers: ${shown.join(", ")}`;
}

function showAge(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}
