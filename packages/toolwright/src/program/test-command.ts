import { askYes } from "../cli/ask-approval.ts";
import {
  type Command,
  type CommandArguments,
  type Flags,
  exitCodes,
  describeUnknownTool,
  usageError,
} from "../cli/command.ts";
import { commandLine } from "../cli/shell-quote.ts";
import type { Terminal } from "../cli/terminal.ts";
import { textWidth, wrapLine } from "../cli/text-width.ts";
import type * as testing from "../testing/index.ts";
import type { AnyTool } from "../tool/tool.ts";
import { type ModuleSearch, findModule, isModulePath, findUnregistered } from "./find-module.ts";
import type { ToolModule } from "./read-exports.ts";
import { renderResult, summarize, type TestResult } from "./render-report.ts";

type Kit = Pick<typeof testing, "formatReport" | "runConformance">;

/** `test` runs the conformance suite on the tools. */
export function createTestCommand(place: ModuleSearch, flags: Flags): Command {
  return {
    name: "test",
    usage: "[NAME…]",
    summary: "Run the conformance suite on all tools, or those named",
    details: [
      "The examples of a tool run over 100 times, for real: tools that ask before a call are tested with --yes only.",
      "In place of names, paths of modules test every tool of theirs.",
    ].join("\n"),
    flags: {
      ...flags,
      json: { type: "boolean", summary: "Print the reports as one line of JSON" },
      verbose: { type: "boolean", summary: "Show every check, not only those that fail" },
      yes: { type: "boolean", short: "y", summary: "Test tools that change things, too" },
    },
    takes: [0, Infinity],
    async run(args, terminal) {
      // Loaded lazily: listing and calling tools must not wait for the test kit.
      const [kit, { loadTools }] = await Promise.all([import("../testing/index.ts"), import("./load-tools.ts")]);
      const subjects = await chooseSubjects(args, place, loadTools);
      const results = await testAll(kit, subjects, args, terminal);
      const asJson = args.given.has("json");
      await terminal.print(
        asJson ? JSON.stringify(results) : wrapLine(summarize(results), terminal.columns).join("\n"),
      );
      return results.length > 0 && results.every((result) => result.ok) ? exitCodes.ok : exitCodes.failed;
    },
  };
}

async function testAll(
  kit: Kit,
  subjects: readonly Subject[],
  args: CommandArguments,
  terminal: Terminal,
): Promise<readonly TestResult[]> {
  const mayChange = await askToChange(subjects, args, terminal);
  const nameWidth = Math.max(0, ...subjects.map(({ tool }) => textWidth(tool.name)));
  const results: TestResult[] = [];
  for (const subject of subjects) {
    const { tool } = subject;
    const result = needsConsent(subject) && !mayChange ? leaveOut(tool) : await testOne(kit, subject, terminal);
    results.push(result);
    if (args.given.has("json")) continue;
    const isWhole = args.given.has("verbose") && result.notTested === undefined;
    await terminal.print(
      isWhole ? renderWhole(kit, result, terminal.columns) : renderResult(result, nameWidth, terminal.columns),
    );
  }
  return results;
}

/** What `call` would ask about, or refuse, is not run a hundred times without asking. */
function needsConsent({ tool, module: { access } }: Subject): boolean {
  if (tool.tier === "confirm" || typeof access === "function") return true;
  const verdict = access.tools?.[tool.name];
  return verdict === "ask" || verdict === "deny";
}

/** Asks once for all tools, since a run of the suite is one decision. */
async function askToChange(
  subjects: readonly Subject[],
  { given, interrupted }: CommandArguments,
  terminal: Terminal,
): Promise<boolean> {
  const names = subjects.filter(needsConsent).map(({ tool }) => tool.name);
  if (given.has("yes") || names.length === 0) return true;
  if (!terminal.canAsk) return false;
  const [ask, their, them] = names.length === 1 ? ["asks", "its", "it"] : ["ask", "their", "them"];
  const reason = `${names.join(", ")} ${ask} for your approval: ${their} examples would run over 100 times, for real.`;
  const lines = [...wrapLine(reason, terminal.columns, ""), `Test ${them}? [y/N] `];
  return await askYes(lines.join("\n"), terminal, interrupted);
}

function leaveOut(tool: AnyTool): TestResult {
  const what = tool.effects.readOnly ? "it asks before it runs" : "it changes things";
  const notTested = `${what} and its examples would run over 100 times; give --yes, or test it with services that only pretend (docs/adding-a-tool.md)`;
  return { tool: tool.name, ok: false, passed: 0, failed: 0, notApplicable: 0, checks: [], notTested };
}

const noServices = "no services were given; export default { tools, services } from the module";

async function testOne({ runConformance }: Kit, { tool, module }: Subject, terminal: Terminal): Promise<TestResult> {
  const { tools, services, hasServices } = module;
  terminal.status(() => `… testing ${tool.name}`);
  const report = await runConformance(tool, { services, registry: tools });
  const isExampleWrong = report.checks.some(({ id, verdict }) => id === "example:ok" && verdict === "failed");
  // A handler with one parameter uses no services.
  return isExampleWrong && !hasServices && tool.handle.length > 1 ? { ...report, note: noServices } : report;
}

function renderWhole({ formatReport }: Kit, result: TestResult, columns: number | undefined): string {
  const note = result.note === undefined ? [] : [`Note: ${result.note}`];
  const lines = [...formatReport(result).split("\n"), ...note].flatMap((line) => wrapLine(line, columns));
  return `${lines.join("\n")}\n\n`;
}

/** A tool to test, with the module it came from. */
export interface Subject {
  readonly tool: AnyTool;
  readonly module: ToolModule;
}

/** Every tool of the modules given by path, and the tools given by name from the module of `--from` or the usual place. */
export async function chooseSubjects(
  { positionals, values }: Pick<CommandArguments, "positionals" | "values">,
  place: ModuleSearch,
  load: (file: string) => Promise<ToolModule>,
): Promise<readonly Subject[]> {
  const paths = positionals.filter((argument) => isModulePath(argument, place.cwd));
  const names = positionals.filter((argument) => !paths.includes(argument));
  const { from } = values;
  if (from !== undefined && paths.length > 0) {
    throw usageError(`Name the module once: ${paths.join(" ")} or --from ${from}.`);
  }
  const subjects: Subject[] = [];
  for (const path of paths) {
    const module = await load(findModule(path, place));
    subjects.push(...module.tools.map((tool) => ({ tool, module })));
  }
  if (paths.length > 0 && names.length === 0) return subjects;
  const file = findModule(from, place);
  const module = await load(file);
  const wanted = names.length === 0 ? module.tools : [...new Set(names)].map((name) => findTool(name, module));
  return [...subjects, ...wanted.map((tool) => ({ tool, module }))];

  function findTool(name: string, { tools }: ToolModule): AnyTool {
    const tool = tools.find((each) => each.name === name);
    if (tool !== undefined) return tool;
    const known = tools.map((each) => each.name);
    const why = findUnregistered(file, name, place.cwd);
    const list = commandLine(place.program, "tools", ...(from === undefined ? [] : ["--from", from]));
    throw usageError(describeUnknownTool({ name, known, why, list }));
  }
}
