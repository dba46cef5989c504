import type { Call } from "toolwright";
import { languageById } from "../../languages/language-of.ts";
import type { Services } from "../../services.ts";
import type { IndexStatus } from "../../syntax/project-symbols.ts";
import type { Input, Output } from "./schema.ts";

/** A larger project goes on being read in the background. */
const buildWaitMs = 45_000;

export async function handle(
  { action = "status", project: named }: Input,
  { workspace, symbolsOf }: Pick<Services, "workspace" | "symbolsOf">,
  call: Call,
): Promise<Output> {
  const symbols = symbolsOf(await workspace.project(named));
  if (action === "status") await symbols.look({ signal: call.signal });
  if (action === "stop") symbols.stopBuild();
  if (action === "rebuild") await symbols.rebuild();
  if (action === "build" || action === "rebuild") {
    await symbols.view({
      signal: call.signal,
      waitMs: buildWaitMs,
      onProgress: (done, total) => call.progress({ message: "Reading the project's symbols", done, total }),
    });
  }
  return { action, ...describe(symbols.status()) };
}

function describe({ languages, notes, ...status }: IndexStatus): Omit<Output, "action"> {
  return {
    ...status,
    languages: Object.entries(languages)
      .map(([id, files]) => ({ name: languageById(id)?.title ?? id, files }))
      .sort((a, b) => b.files - a.files || (a.name < b.name ? -1 : 1)),
    left_out: notes
      .map(({ note, files, examples }) => ({ reason: note, files, examples: [...examples] }))
      .sort((a, b) => b.files - a.files || (a.reason < b.reason ? -1 : 1)),
  };
}
