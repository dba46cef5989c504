import { defineTool, type Call, isToolError, ToolError, reads } from "toolwright";
import { isLibraryPath } from "../../libraries/library-path.ts";
import { visibleLine, visibleText } from "../../workspace/text/visible-text.ts";
import description from "./description.md" with { type: "text" };
import guide from "./guide.md" with { type: "text" };
import { withTarget } from "./open-target.ts";
import { readPathPart } from "./path-part.ts";
import type { Budget, ReadFileServices, Reading } from "./reading.ts";
import { input, type FailedView, type FileView, type ReadFileValue, type ReadFileInput } from "./schema.ts";
import { viewDirectory } from "./view-directory.ts";
import { viewFile } from "./view-file.ts";

const budgetTokens = 4_000;
/** A single file that is asked for as a whole: nearly all of up to 300 lines need no more. */
const wholeTokens = 5_500;
/** For a program, which no page has to fit. */
const programTokens = 500_000;

// Two shares of this size are still worth reading.
const minTokens = 250;

interface Viewed {
  readonly view: FileView | FailedView;
  readonly tokens: number;
}

export default defineTool({
  name: "read_file",
  description,
  guide,
  input,
  effects: reads,
  deadlineMs: 60_000,
  // The handler's pages are smaller; this leaves room for its notes.
  budgetTokens: 6_000,
  examples: [
    { title: "A file", input: { path: "README.md" } },
    { title: "Around a match", input: { path: "README.md", pattern: "^#", limit: 3 } },
    { title: "Parts of several files", input: { path: ["README.md:1-2", "README.md#nothing"] } },
    { title: "No such file", input: { path: "no/such/file" }, fails: "not_found" },
  ],
  handle,
  format,
});

/** Files one after another, each with an equal share of the remaining room. */
async function handle(input: ReadFileInput, services: ReadFileServices, call: Call): Promise<ReadFileValue> {
  const project = await services.workspace.project(input.project);
  const paths = [...new Set([input.path].flat())];
  const [only] = paths;
  const page = call.valueOnly ? programTokens : budgetTokens;
  if (only !== undefined && paths.length === 1) {
    const budget = { page, whole: Math.max(page, wholeTokens) };
    return { files: [(await view(only, input, budget, { project, services, call })).view] };
  }
  const files: (FileView | FailedView)[] = [];
  let left = page;
  for (const [at, path] of paths.entries()) {
    const share = Math.max(minTokens, Math.floor(left / (paths.length - at)));
    const result = await viewOrError(path, input, { page: share, whole: share }, { project, services, call });
    files.push(result.view);
    left -= result.tokens;
  }
  if (files.every((file) => "error" in file)) throw allFailed(files);
  return { files };
}

async function view(path: string, input: ReadFileInput, budget: Budget, reading: Reading): Promise<Viewed> {
  const request = { ...input, path, ...(await partOf(path, reading)) };
  return await withTarget(request.path, reading, async (target) =>
    target.kind === "directory"
      ? await viewDirectory(target, request, reading)
      : await viewFile(target, request, budget, reading),
  );
}

/** A name that a file really has is no part of another. */
async function partOf(path: string, { project, services }: Reading): Promise<ReturnType<typeof readPathPart>> {
  const part = readPathPart(path);
  if (part === undefined || services.outputs.isHandle(path)) return undefined;
  if (services.outputs.isHandle(part.path) || isLibraryPath(path)) return part;
  const exists = async (file: string): Promise<boolean> =>
    (await project.files.locate(file, "read")).kind !== "missing";
  // On Windows, no name has a colon.
  const mayBeName = part.symbol !== undefined || process.platform !== "win32";
  return (await exists(part.path)) && !(mayBeName && (await exists(path))) ? part : undefined;
}

async function viewOrError(path: string, input: ReadFileInput, budget: Budget, reading: Reading): Promise<Viewed> {
  try {
    return await view(path, input, budget, reading);
  } catch (error) {
    if (!isToolError(error)) throw error;
    return { view: { path, error: error.message }, tokens: 60 };
  }
}

function allFailed(files: readonly (FileView | FailedView)[]): ToolError {
  const reasons = files.flatMap((file) => ("error" in file ? [`${file.path}: ${file.error}`] : []));
  return new ToolError("not_read", `None of ${files.length} files could be read.\n${reasons.join("\n")}`);
}

/** For each file a line about it, its lines, what else it contains, and how to read on. */
function format({ files }: ReadFileValue): string {
  return files.map(formatFile).join("\n\n");
}

function formatFile(file: FileView | FailedView): string {
  if ("error" in file) return visibleText(`${file.path}: ${file.error}`);
  const head = file.facts.length === 0 ? file.path : `${file.path} (${file.facts.join(", ")})`;
  const map = file.map === undefined ? [] : [file.map.title, ...file.map.lines];
  return [visibleLine(head), ...file.body, ...map, ...file.notes].join("\n");
}
