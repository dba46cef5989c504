import { createOutputGuard } from "toolwright";
import type { FileDiagnostics } from "../../lsp/resolve/diagnostics/file-diagnostics.ts";
import type { RawDiagnostic } from "../../lsp/server/language-server.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import { type FileRow, type Input, type Output, type Problem, severities, type Severity } from "./schema.ts";

export interface FileVerdict extends FileDiagnostics {
  readonly path: string;
}

const defaultProblems = 100;
const maxMessage = 400;
const maxCode = 80;

/** By file, files with errors first; within a file errors first, then by position. */
export function problemsOf(files: readonly FileVerdict[], least: Severity): readonly FileRow[] {
  return files
    .map(({ path, server, items }) => ({
      file: path,
      server: shortened(server, maxCode),
      problems: problemsIn(items, least),
    }))
    .filter(({ problems }) => problems.length > 0)
    .sort((a, b) => worst(a) - worst(b) || (a.file < b.file ? -1 : 1));
}

export function countProblems(files: readonly FileVerdict[]): Output["totals"] {
  const totals = { error: 0, warning: 0, info: 0, hint: 0 };
  for (const { items } of files) for (const { severity } of items) totals[nameOf(severity)] += 1;
  return totals;
}

export function pageOf({ offset, limit }: Input, files: readonly FileRow[]): Pick<Output, "files" | "overflow"> {
  const guard = createOutputGuard({ offset, limit }, { maxResults: defaultProblems });
  const rows = files.flatMap(({ file, problems }) => problems.map((problem) => ({ file, problem })));
  const { items, overflow } = guard.capItems(rows, "Narrow with path or severity.", ({ file }) => file);
  const shown = new Map<string, Problem[]>();
  for (const { file, problem } of items) {
    const problems = shown.get(file);
    if (problems === undefined) shown.set(file, [problem]);
    else problems.push(problem);
  }
  return {
    files: files.flatMap((file) => {
      const problems = shown.get(file.file);
      return problems === undefined ? [] : [{ ...file, problems }];
    }),
    ...(overflow === undefined ? {} : { overflow }),
  };
}

function problemsIn(items: readonly RawDiagnostic[], least: Severity): Problem[] {
  const most = severities.indexOf(least) + 1;
  return items
    .filter(({ severity }) => severity <= most)
    .sort((a, b) => a.severity - b.severity)
    .map(({ range, severity, code, source, message }) => ({
      line: range.start.line + 1,
      column: range.start.character + 1,
      severity: nameOf(severity),
      ...(code === undefined ? {} : { code: shortened(code, maxCode) }),
      ...(source === undefined ? {} : { source: shortened(source, maxCode) }),
      message: shortened(message, maxMessage),
    }));
}

function nameOf(severity: RawDiagnostic["severity"]): Severity {
  return severities[severity - 1] ?? "error";
}

function worst({ problems }: FileRow): number {
  return Math.min(...problems.map(({ severity }) => severities.indexOf(severity))) > 0 ? 1 : 0;
}

/** On one line, of bounded length, without hidden characters. */
function shortened(text: string, most: number): string {
  const line = text.trim().replaceAll(/\s*\n\s*/g, " ");
  return visibleLine(line.length > most ? `${line.slice(0, most)}…` : line);
}
