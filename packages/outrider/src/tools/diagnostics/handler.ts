import type { Call } from "toolwright";
import { collectDiagnostics } from "../../lsp/exact/diagnostics/collect-diagnostics.ts";
import type { Services } from "../../services.ts";
import { chooseFiles } from "./choose-files.ts";
import { groupReasons } from "./group-reasons.ts";
import { judgeBySyntax } from "./judge-by-syntax.ts";
import { planQuestions } from "./plan-questions.ts";
import { countProblems, pageOf, problemsOf } from "./problems.ts";
import type { Input, Output } from "./schema.ts";

/** What servers say of files as they are now, and of which files nobody has said anything. */
export async function handle(
  input: Input,
  { workspace, symbolsOf, serversOf }: Pick<Services, "workspace" | "symbolsOf" | "serversOf">,
  call: Call,
): Promise<Output> {
  const { signal } = call;
  const project = await workspace.project(input.project);
  const servers = serversOf(project);
  const chosen = await chooseFiles(input, project, call);
  const plan = await planQuestions(servers, chosen, project.root, signal);
  const collected = await collectDiagnostics(servers, plan.asked, {
    signal,
    onProgress: (message, done, total) => call.progress({ message, done, total }),
  });
  const without = [...plan.without, ...collected.unknown];
  const silent = collected.unsettled.filter(({ path }) => !collected.files.has(path));
  const parsed = await judgeBySyntax(symbolsOf(project), [...without, ...silent, ...plan.nameless], signal);
  const isSilent = new Set(silent.map(({ path }) => path));
  // Of a file that a server may still speak of, only what is wrong with it is worth a line.
  const bySyntax = parsed.parsed.filter(({ path, broken }) => broken || !isSilent.has(path));
  const found = Array.from(collected.files, ([path, file]) => ({ path, ...file }));
  const severity = input.severity ?? "warning";
  const unsettled = [...collected.unsettled, ...parsed.unread.filter(({ path }) => !isSilent.has(path))];
  return {
    ...pageOf(input, problemsOf(found, severity)),
    totals: countProblems(found),
    severity,
    asked: chosen.paths.length,
    judged: found.length,
    settled: unsettled.length === 0,
    unsettled: groupReasons(unsettled),
    syntactic: groupReasons(bySyntax).map((reason) => ({
      ...reason,
      broken: bySyntax.filter(({ why, broken }) => broken && why === reason.why).map(({ path }) => path),
    })),
    not_known: { files: parsed.foreign.length, examples: parsed.foreign.slice(0, 3) },
    not_asked: plan.left,
    withheld: chosen.withheld,
    more: found.reduce((sum, { more }) => sum + more, 0),
    dropped: found.reduce((sum, { dropped }) => sum + dropped, 0),
  };
}
