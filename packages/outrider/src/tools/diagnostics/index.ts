import { defineTool, type Call, reads } from "toolwright";
import { createQuotableReader } from "../../libraries/may-be-quoted.ts";
import { collectDiagnostics } from "../../lsp/resolve/diagnostics/collect-diagnostics.ts";
import { maskDiagnostics } from "../../lsp/resolve/diagnostics/mask-diagnostics.ts";
import type { Services } from "../../services.ts";
import type { ProjectSymbols } from "../../syntax/project-symbols.ts";
import { chooseFiles } from "./choose-files.ts";
import { tookTooLong } from "../../syntax/workers/messages.ts";
import description from "./description.md" with { type: "text" };
import { format } from "./format.ts";
import guide from "./guide.md" with { type: "text" };
import { planQuestions } from "./plan-questions.ts";
import { countProblems, pageOf, problemsOf } from "./problems.ts";
import { input, output, type Input, type Output, type Reason } from "./schema.ts";

interface Candidate {
  readonly path: string;
  /** Why no server has reported on it. */
  readonly why: string;
  readonly how?: string | undefined;
}

interface ParsedFiles {
  readonly parsed: readonly { readonly path: string; readonly why: string; readonly broken: boolean }[];
  /** Files in no known language. */
  readonly foreign: readonly string[];
  /** Files in a known language that the parser has not read, or not completely. */
  readonly unread: readonly { readonly path: string; readonly why: string }[];
  /** Files that it does not read by rule, such as large data. */
  readonly leftOut: readonly { readonly path: string; readonly why: string }[];
}

const maxExamples = 3;

export default defineTool({
  name: "diagnostics",
  description,
  guide,
  input,
  output,
  effects: reads,
  deadlineMs: 90_000,
  examples: [
    { title: "A file", input: { path: "src/box.ts" } },
    { title: "Errors of a directory", input: { path: "src", severity: "error" } },
    { title: "No such file", input: { path: "no/such.ts" }, fails: "not_found" },
  ],
  handle,
  format,
});

/** What servers report for the current files, and which files have no report. */
async function handle(
  input: Input,
  { workspace, symbolsOf, serversOf, libraries }: Pick<Services, "workspace" | "symbolsOf" | "serversOf" | "libraries">,
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
  // A file that a server may still report on is listed only if it is broken.
  const bySyntax = parsed.parsed.filter(({ path, broken }) => broken || !isSilent.has(path));
  const readQuotable = createQuotableReader({ project, libraries });
  const shown = await maskDiagnostics({ project, servers, readQuotable, signal }, collected.files);
  const found = Array.from(shown, ([path, file]) => ({ path, ...file }));
  const severity = input.severity ?? "warning";
  const unsettled = [...collected.unsettled, ...parsed.unread.filter(({ path }) => !isSilent.has(path))];
  return {
    ...pageOf(input, problemsOf(found, severity)),
    totals: countProblems(found),
    severity,
    asked: chosen.paths.length,
    ...(chosen.withoutGit === undefined ? {} : { without_git: chosen.withoutGit }),
    judged: found.length,
    settled: unsettled.length === 0,
    unsettled: groupReasons(unsettled),
    left_out: groupReasons(parsed.leftOut.filter(({ path }) => !isSilent.has(path))),
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

/** What the parser knows about files without a server report: whether there are syntax errors, not where. */
async function judgeBySyntax(
  symbols: ProjectSymbols,
  files: readonly Candidate[],
  signal: AbortSignal,
): Promise<ParsedFiles> {
  const parsed: { path: string; why: string; broken: boolean }[] = [];
  const foreign: string[] = [];
  const unread: { path: string; why: string }[] = [];
  const leftOut: { path: string; why: string }[] = [];
  if (files.length === 0) return { parsed, foreign, unread, leftOut };
  const wanted = new Set(files.map(({ path }) => path));
  const view = await symbols.view({ signal, scope: (path) => wanted.has(path) });
  for (const { path, why, how } of files) {
    const file = view.file(path);
    if (file === undefined && view.completeness.state === "partial") unread.push({ path, why: "not parsed yet" });
    else if (file === undefined || file.note === "no language") foreign.push(path);
    else if (file.note === tookTooLong) unread.push({ path, why: file.note });
    else if (file.note !== undefined && file.note !== "generated") leftOut.push({ path, why: file.note });
    else parsed.push({ path, why: how === undefined ? why : `${why}; ${how}`, broken: file.broken });
  }
  return { parsed, foreign, unread, leftOut };
}

/** Files grouped by reason, the most frequent first. */
function groupReasons(files: readonly { readonly path: string; readonly why: string }[]): Reason[] {
  const groups = new Map<string, string[]>();
  for (const { path, why } of files) {
    const group = groups.get(why);
    if (group === undefined) groups.set(why, [path]);
    else group.push(path);
  }
  return Array.from(groups, ([why, paths]) => ({
    why,
    files: paths.length,
    examples: paths.sort().slice(0, maxExamples),
  })).sort((a, b) => b.files - a.files);
}
