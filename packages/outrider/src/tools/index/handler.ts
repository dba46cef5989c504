import type { Call } from "toolwright";
import { languageById } from "../../languages/language-of.ts";
import type { ProjectSearch, SearchStatus } from "../../search/project-search.ts";
import type { Services } from "../../services.ts";
import type { IndexStatus, ProjectSymbols } from "../../syntax/project-symbols.ts";
import type { Input, Output } from "./schema.ts";

/** A larger project continues to be read in the background. */
const buildWaitMs = 45_000;

export async function handle(
  { action = "status", project: named }: Input,
  { workspace, symbolsOf, withSearch }: Pick<Services, "workspace" | "symbolsOf" | "withSearch">,
  call: Call,
): Promise<Output> {
  const project = await workspace.project(named);
  const symbols = symbolsOf(project);
  return await withSearch(project, (search) => perform(action, { symbols, search }, call), call.signal);
}

async function perform(
  action: Output["action"],
  { symbols, search }: { readonly symbols: ProjectSymbols; readonly search: ProjectSearch },
  call: Call,
): Promise<Output> {
  if (action === "status") await symbols.look({ signal: call.signal });
  if (action === "stop") {
    symbols.stopBuild();
    await search.stop();
  }
  if (action === "rebuild" || action === "clear") {
    await search.clear();
    await symbols.rebuild();
  }
  if (action === "build" || action === "rebuild") {
    const until = Date.now() + buildWaitMs;
    const onProgress = (done: number, total: number): void =>
      call.progress({ message: "Reading the project", done, total });
    // It triggers reading the symbols, and takes each file as soon as its symbols are ready.
    await search.build({ signal: call.signal, waitMs: buildWaitMs, onProgress });
    await symbols.view({
      signal: call.signal,
      waitMs: Math.max(0, until - Date.now()),
      names: false,
      onProgress,
    });
  }
  const searchStatus = await search.status({ signal: call.signal });
  return { action, ...describeIndex(symbols.status()), search: describeSearch(searchStatus) };
}

type Notes = IndexStatus["notes"];

function describeIndex({ languages, notes, ...status }: IndexStatus): Omit<Output, "action" | "search"> {
  return {
    ...status,
    languages: Object.entries(languages)
      .map(([id, files]) => ({ name: languageById(id)?.title ?? id, files }))
      .sort((a, b) => b.files - a.files || (a.name < b.name ? -1 : 1)),
    left_out: describeNotes(notes),
  };
}

function describeSearch({ notes, rate, problem, ...status }: SearchStatus): Output["search"] {
  return {
    ...status,
    ...(rate === undefined ? {} : { rate }),
    ...(problem === undefined ? {} : { problem }),
    left_out: describeNotes(notes),
  };
}

function describeNotes(notes: Notes): Output["left_out"] {
  return notes
    .map(({ note, files, examples }) => ({ reason: note, files, examples: [...examples] }))
    .sort((a, b) => b.files - a.files || (a.reason < b.reason ? -1 : 1));
}
