import type { Call } from "toolwright";
import { languageById } from "../../languages/language-of.ts";
import { type BuildStep, buildIndex, isModelReading } from "../../search/build-index.ts";
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
    call.progress({ message: "Looking at the files" });
    const onStep = (step: BuildStep): void => {
      const { done, total } = step;
      call.progress({ message: describeStep(step), done, total });
    };
    const read = await buildIndex({ symbols, search }, { signal: call.signal, waitMs: buildWaitMs, onStep });
    call.progress({ message: describeBuilt(symbols.status(), read) });
  }
  const searchStatus = await search.status({ signal: call.signal });
  return { action, ...describeIndex(symbols.status()), search: describeSearch(searchStatus) };
}

function describeStep({ phase, model }: BuildStep): string {
  if (phase === "meaning") return `Reading for meaning by ${model}`;
  return phase === "symbols" ? "Reading symbols" : "Reading words";
}

/** The last text of a build: whether all of it was read, with the counts of what was. */
function describeBuilt(symbols: IndexStatus, search: SearchStatus): string {
  const isWhole = symbols.done === symbols.total && search.done === search.total && !isModelReading(search);
  const counts = [
    `symbols of ${symbols.done} of ${symbols.total} files`,
    `words of ${search.done} of ${search.total} files`,
    ...(search.external ? [`vectors of ${search.embedded} of ${search.contents} contents`] : []),
  ];
  return `${isWhole ? "Complete" : "Not complete, goes on in the background"}: ${counts.join(", ")}`;
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
