import { defineTool, type Call, createOutputGuard, ToolError, writes } from "toolwright";
import type { KnownLibrary } from "../../libraries/library-finder.ts";
import type { Services } from "../../services.ts";
import { isInside, relativeTo } from "../../workspace/paths/inside.ts";
import type { Project } from "../../workspace/project.ts";
import description from "./description.md" with { type: "text" };
import { format } from "./format.ts";
import guide from "./guide.md" with { type: "text" };
import { input, output, type Input, type Output, type Row } from "./schema.ts";

const defaultRows = 30;
const maxProblems = 10;

export default defineTool({
  name: "library",
  description,
  guide,
  input,
  output,
  effects: { ...writes, destructive: false, idempotent: true },
  deadlineMs: 60_000,
  examples: [
    { title: "What the project depends on", input: {} },
    { title: "One of them", input: { name: "zod" } },
    {
      title: "Nothing of that name is registered",
      input: { action: "forget", name: "no-such" },
      fails: "not_registered",
    },
    { title: "No path", input: { action: "register" }, fails: "missing_fields" },
  ],
  handle,
  format,
});

async function handle(
  input: Input,
  { workspace, libraries }: Pick<Services, "workspace" | "libraries">,
  call: Pick<Call, "signal">,
): Promise<Output> {
  const project = await workspace.project(input.project);
  const name = filled(input.name);
  if (input.action === "register") {
    const path = needed(filled(input.path), "register", "path: the full path of a directory");
    return { action: "register", ...(await libraries.register(project, path, name)) };
  }
  if (input.action === "forget") {
    const wanted = needed(name, "forget", "name: that of a registered library");
    return { action: "forget", name: wanted, was: await libraries.forget(project, wanted) };
  }
  const { libraries: all, problems } = await libraries.list(project, { signal: call.signal });
  return { ...listed(fitting(all, name), project, input), ...tellProblems(problems) };
}

function listed(found: readonly KnownLibrary[], project: Project, { name, offset = 0 }: Input): Output {
  const guard = createOutputGuard({ offset }, { maxResults: defaultRows });
  const { items, overflow } = guard.capItems(found, "name filters by a part of it.");
  return {
    action: "list",
    libraries: items.map((each) => rowOf(each, project.root)),
    total: found.length,
    direct: found.filter(({ direct }) => direct).length,
    readable: found.filter(({ source }) => source === "files").length,
    ...(filled(name) === undefined ? {} : { filter: filled(name) }),
    ...(overflow === undefined ? {} : { overflow }),
  };
}

/** The library with exactly this name, else all that contain it. */
function fitting(all: readonly KnownLibrary[], name: string | undefined): readonly KnownLibrary[] {
  if (name === undefined) return all;
  const part = name.replace(/^lib(?:rary)?:/, "").toLowerCase();
  const whole = all.filter((each) => each.name.toLowerCase() === part);
  return whole.length > 0 ? whole : all.filter((each) => each.name.toLowerCase().includes(part));
}

function rowOf(library: KnownLibrary, root: string): Row {
  const { name, ecosystem, source, found, direct, indexed, locked, wanted, installed, from, place, shape } = library;
  return {
    name,
    ecosystem,
    locked: [...locked],
    source,
    found,
    direct,
    indexed,
    ...(wanted === undefined ? {} : { wanted }),
    ...(installed === undefined ? {} : { installed }),
    ...(from === undefined ? {} : { from }),
    ...(place === undefined ? {} : { place: isInside(root, place) ? relativeTo(root, place) : place }),
    ...(shape === "own" ? { own: true as const } : {}),
  };
}

function tellProblems(problems: readonly string[]): Pick<Output, "problems"> {
  if (problems.length === 0) return {};
  const more = problems.length - maxProblems;
  return { problems: [...problems.slice(0, maxProblems), ...(more > 0 ? [`${more} more problems.`] : [])] };
}

/** Clients that fill in every field send empty strings, which mean nothing. */
function filled(value: string | undefined): string | undefined {
  const text = value?.trim();
  return text === "" ? undefined : text;
}

function needed(value: string | undefined, action: string, what: string): string {
  if (value !== undefined) return value;
  throw new ToolError("missing_fields", `${action} needs ${what}.`, {
    next: { tool: "library", input: { action: "list" } },
  });
}
