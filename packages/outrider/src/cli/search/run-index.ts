import type { CommandArguments, Terminal } from "toolwright/cli";
import type { ProjectSearch } from "../../search/project-search.ts";
import type { CommandContext } from "../command-context.ts";
import { amount, amountOf } from "./amounts.ts";
import { buildIndex } from "../../search/build-index.ts";
import { describeIndex, type IndexAction, type IndexReport, showIndex } from "./index-report.ts";
import { asLongAsItTakes, type ProjectAtHand, withProject } from "./open-project.ts";
import { createProgress, namePhase, type ProgressLine } from "./progress.ts";

/** Resolves with whether it succeeded. */
export async function runIndex(
  context: CommandContext,
  action: IndexAction,
  args: CommandArguments,
  terminal: Terminal,
): Promise<boolean> {
  const progress = createProgress(terminal);
  try {
    return await withProject(context, args, async (atHand) => {
      progress.say("Looking at the files …");
      const signal = args.interrupted;
      const report = await atHand.services.withSearch(
        atHand.project,
        (search) => work(action, { ...atHand, search }, { signal, progress }),
        signal,
      );
      terminal.status(undefined);
      if (args.given.has("json")) await terminal.print(JSON.stringify(describeIndex(report)));
      else await terminal.printPieces(showIndex(report, terminal.columns));
      return report.symbols.problem === undefined && report.search.problem === undefined;
    });
  } catch (error) {
    terminal.status(undefined);
    // By now the progress is stored.
    if (args.interrupted.aborted && progress.last !== undefined) await terminal.tell(tellStopped(progress.last));
    throw error;
  }
}

async function work(
  action: IndexAction,
  atHand: ProjectAtHand & { readonly search: ProjectSearch },
  { signal, progress }: { readonly signal: AbortSignal; readonly progress: ProgressLine },
): Promise<IndexReport> {
  const { project, search } = atHand;
  const symbols = atHand.services.symbolsOf(project);
  const started = performance.now();
  if (action === "rebuild" || action === "clear") {
    // The stored data is only known after a status check, and only known data can be deleted.
    await search.status({ signal });
    await search.clear();
    await symbols.rebuild();
  }
  if (action === "build" || action === "rebuild") {
    await buildIndex(
      { symbols, search },
      {
        signal,
        waitMs: asLongAsItTakes,
        onStep: (step) => progress.tell(namePhase(step), step.done, step.total),
      },
    );
  }
  // Comes first: it scans the disk for both.
  const searchStatus = await search.status({ signal });
  return {
    action,
    project: { name: project.name, root: project.root },
    place: await project.state.localPath("search"),
    symbols: symbols.status(),
    search: searchStatus,
    ms: performance.now() - started,
  };
}

function tellStopped({ done, total }: NonNullable<ProgressLine["last"]>): string {
  return `Stopped: ${amount(done)} of ${amountOf(total, "file")} read. They are kept; the next time goes on there.`;
}
