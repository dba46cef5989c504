import { defineTool, escapeHidden, type Call, writes } from "toolwright";
import * as z from "zod";
import { onboard } from "../../onboarding/onboard.ts";
import type { Services } from "../../services.ts";
import { type RankedNames, rankNames } from "../../syntax/project-map/rank-names.ts";
import type { ProjectSymbols } from "../../syntax/project-symbols.ts";
import { limitSignal } from "../../workspace/time/limit-signal.ts";
import { projectField } from "../fields.ts";
import description from "./description.md" with { type: "text" };
import guide from "./guide.md" with { type: "text" };

const input = z.strictObject({
  force: z.boolean().optional().describe("Write notes anew that are there already"),
  ...projectField,
});

const texts = z.array(z.string());

const output = z.strictObject({
  name: z.string(),
  files: z.int(),
  partial: z.boolean().describe("There are more files than were looked at"),
  summary: z.string().optional(),
  licence: z.string().optional(),
  languages: z.array(z.strictObject({ name: z.string(), files: z.int() })),
  ecosystems: z.array(z.strictObject({ name: z.string(), manifests: texts })),
  package_managers: texts,
  commands: z.array(
    z.strictObject({ kind: z.enum(["build", "test", "lint", "run"]), command: z.string(), from: z.string() }),
  ),
  entry_points: texts,
  test_directories: texts,
  ci: texts,
  subprojects: texts,
  central: z
    .array(z.strictObject({ file: z.string(), names: texts }))
    .describe("Files that others use most, with the names they use; empty where symbols were not read in time"),
  written: texts.describe("Memories that were written"),
  kept: texts.describe("Memories that were there before"),
  read_only: z.boolean(),
});

type Input = z.infer<typeof input>;

type Output = z.infer<typeof output>;

const waitMs = 2_000;
const budget = 300;
const maxFiles = 8;
const maxSubprojects = 15;

export default defineTool({
  name: "onboarding",
  description,
  guide,
  input,
  output,
  effects: { ...writes, idempotent: true },
  deadlineMs: 120_000,
  examples: [
    { title: "The active project", input: {} },
    { title: "No such project", input: { project: "no/such/project" }, fails: "unknown_project" },
  ],
  handle,
  format,
});

async function handle(
  { force = false, project: named }: Input,
  { workspace, memoryOf, symbolsOf }: Pick<Services, "workspace" | "memoryOf" | "symbolsOf">,
  { signal }: Pick<Call, "signal">,
): Promise<Output> {
  const project = await workspace.project(named);
  const { survey, written, kept, readOnly } = await onboard(project, memoryOf(project), { force, signal });
  const central = await findCentralFiles(symbolsOf(project), signal);
  return {
    name: survey.name,
    files: survey.files,
    partial: survey.partial,
    ...(survey.summary === undefined ? {} : { summary: survey.summary }),
    ...(survey.licence === undefined ? {} : { licence: survey.licence }),
    languages: survey.languages.map((each) => ({ ...each })),
    ecosystems: survey.ecosystems.map(({ name, manifests }) => ({ name, manifests: [...manifests] })),
    package_managers: [...survey.packageManagers],
    commands: survey.commands.map((each) => ({ ...each })),
    entry_points: [...survey.entryPoints],
    test_directories: [...survey.testDirectories],
    ci: [...survey.ci],
    subprojects: [...survey.subprojects],
    central: central.map(({ file, names }) => ({ file, names: [...names] })),
    written: [...written],
    kept: [...kept],
    read_only: readOnly,
  };
}

/** The files that most other files depend on; empty if the symbols of the project are not ready soon. */
async function findCentralFiles(symbols: ProjectSymbols, signal: AbortSignal): Promise<readonly RankedNames[]> {
  const limit = limitSignal([signal], waitMs * 2);
  const both = limit.signal;
  try {
    const view = await symbols.view({ signal: both, waitMs });
    if (view.completeness.state === "partial") return [];
    const importance = await view.importance({ signal: both });
    const ranked = await rankNames(view, importance, view.paths, { budget, signal: both });
    return ranked.filter(({ isCode }) => isCode).slice(0, maxFiles);
  } catch (error) {
    if (limit.isLate()) return [];
    throw error;
  } finally {
    limit.release();
  }
}

/** One fact per line; omits what was not found. */
function format(value: Output): string {
  const { name, files, partial, summary, languages, ecosystems, commands, subprojects, written, kept } = value;
  const facts: readonly (readonly [string, readonly string[]])[] = [
    ["Languages", languages.slice(0, 6).map((each) => `${each.name} ${each.files}`)],
    ["Manifests", ecosystems.flatMap((each) => each.manifests)],
    ["Package manager", value.package_managers],
    ["Entry points", value.entry_points],
    ["Tests", value.test_directories],
    ["CI", value.ci],
    ["Projects of their own", shorten(subprojects)],
    ["Licence", value.licence === undefined ? [] : [value.licence]],
  ];
  const lines = [
    `${name}: ${files}${partial ? "+" : ""} files`,
    ...(summary === undefined ? [] : [summary]),
    ...facts.flatMap(([label, texts]) => (texts.length === 0 ? [] : [`${label}: ${texts.join(", ")}`])),
    ...(commands.length === 0 ? [] : ["Commands, not tried out:"]),
    ...commands.map(({ kind, command, from }) => `  ${kind}: ${command} (${from})`),
    ...(value.central.length === 0 ? [] : ["Most used by other files:"]),
    ...value.central.map(({ file, names }) => `  ${file}: ${names.join(", ")}`),
    ...(written.length === 0 ? [] : [`Memories written: ${written.join(", ")}`]),
    ...(kept.length === 0 ? [] : [`Memories left as they were (force overwrites): ${kept.join(", ")}`]),
    ...(value.read_only ? ["Read-only: no memories were written."] : []),
  ];
  return lines.map((line) => escapeHidden(line)).join("\n");
}

function shorten(paths: readonly string[]): readonly string[] {
  if (paths.length <= maxSubprojects) return paths;
  return [...paths.slice(0, maxSubprojects), `${paths.length - maxSubprojects} more (workspace list)`];
}
