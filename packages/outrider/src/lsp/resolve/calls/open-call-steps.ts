import { type HeadRules, isWithoutBody } from "../../../languages/head-rules.ts";
import { languageById } from "../../../languages/language-of.ts";
import { codeKinds } from "../../../languages/symbol-kind.ts";
import { baseMembers } from "../../../syntax/hierarchy/related-members.ts";
import { isWhole, type ProjectSymbols, type SymbolView } from "../../../syntax/project-symbols.ts";
import type { Pace } from "../../../syntax/references/call-graph.ts";
import type { LateFiles } from "../../../syntax/references/occurrence.ts";
import { type GraphNode, type GraphStep, nodeOf } from "../../../syntax/references/graph-node.ts";
import { type Target, targetOf } from "../../../syntax/references/target.ts";
import type { Project } from "../../../workspace/project.ts";
import { countOf } from "../../../workspace/text/visible-text.ts";
import type { ProjectServers } from "../../project-servers.ts";
import type { LanguageServer } from "../../server/language-server.ts";
import { type Provenance, collectEvidence, serverName } from "../provenance.ts";
import { rememberSources, type ReadSource } from "../symbol-at.ts";
import type { NodeSources } from "./node-at.ts";
import { isNoAnswer, openQuestionServers, type QuestionOptions } from "./question-servers.ts";
import { resolveCallees } from "./resolve-callees.ts";
import { resolveCallers } from "./resolve-callers.ts";
import type { StepQuestion } from "./step-question.ts";

type Lookup = Pick<StepQuestion, "sources" | "naming">;

type Source = ReadSource & { readonly file: string };

/** A name that occurs in more files is too common to search them for its body. */
const maxFiles = 50;

export interface StepOptions extends QuestionOptions {
  readonly project: Project;
  readonly symbols: Pick<ProjectSymbols, "ofFile" | "filesNaming">;
  readonly servers: ProjectServers;
  readonly view: SymbolView;
}

/** Steps of a call graph, each from a language server if one answers, else from syntax. */
export interface CallSteps {
  /** The graph node of a function, which is the declaration with its body. */
  nodeOf(target: Target): Promise<GraphNode>;
  read(direction: "callers" | "callees", node: GraphNode, way: StepWay): Promise<GraphStep>;
  /** For all steps that were read. */
  provenance(): Provenance;
  release(): void;
}

export interface StepWay {
  readonly bySyntax: () => Promise<GraphStep>;
  readonly pace: Pace;
}

export function openCallSteps(options: StepOptions): CallSteps {
  const { view } = options;
  const asked = openQuestionServers(options.servers, options);
  const evidence = collectEvidence();
  const sources = sourcesOf(options);
  const naming = rememberNaming(options);
  const toBody = (node: GraphNode) => withBody({ sources, naming }, node);
  return {
    nodeOf: (target) => toBody(nodeOf(target)),
    async read(direction, node, { bySyntax, pace }) {
      const syntactic = await withBodies(await bySyntax(), toBody);
      // The top level of a file has no name to be called by.
      if (node.symbol.name === "") return syntactic;
      const step = await asked.ask({ file: node.file, pace }, async (server: LanguageServer, limited) => {
        const question: StepQuestion = { server, node, sources, naming, evidence, signal: limited };
        const answer = await (direction === "callers" ? resolveCallers : resolveCallees)(question, syntactic);
        if (!isNoAnswer(answer)) evidence.answered(serverName(server));
        const bases = direction === "callers" && server.spec.countsOverridden !== true ? baseMembers(view, node) : [];
        if (bases.length > 0) evidence.doubt("overridden method", "whose callers are not counted", bases.length);
        for (const file of syntactic.unread ?? [])
          evidence.note(`${file} was not parsed, so that nothing in it was checked`);
        if (syntactic.late !== undefined) evidence.note(notCheckedIn(syntactic.late));
        return answer;
      });
      if (!isNoAnswer(step)) return await withBodies(step, toBody);
      evidence.fellBack(step.noAnswer);
      return { ...syntactic, calls: syntactic.calls.map((call) => ({ ...call, unconfirmed: true as const })) };
    },
    provenance: () => evidence.provenance(),
    release: () => asked.release(),
  };
}

/** A server names what it knows; what it leaves out was looked for in the files that were read in time. */
export function notCheckedIn({ files }: LateFiles): string {
  return `${countOf(files.length, "file")} with the name had to be left unread, so that nothing in them was checked`;
}

async function withBodies(step: GraphStep, toBody: (node: GraphNode) => Promise<GraphNode>): Promise<GraphStep> {
  const calls = await Promise.all(step.calls.map(async (call) => ({ ...call, node: await toBody(call.node) })));
  return { ...step, calls };
}

export function sourcesOf({ project, symbols, view, signal }: StepOptions): NodeSources {
  const shown = new Set(view.paths);
  return {
    root: project.root,
    isOpen: (file) => project.files.judge(file) === "open",
    read: rememberSources({ project, symbols }, signal),
    // Files that are missing from a table that is being built, or that is cut, may still belong to the project.
    shows: (file) => shown.has(file) || !isWhole(view),
  };
}

export function rememberNaming({ symbols, signal }: StepOptions): (word: string) => Promise<readonly string[]> {
  const known = new Map<string, Promise<readonly string[]>>();
  return (word) => {
    const found = known.get(word) ?? symbols.filesNaming([word], { signal });
    known.set(word, found);
    return found;
  };
}

/** The declaration with the body; overload signatures and prototypes stand for the same function. */
async function withBody({ sources, naming }: Lookup, node: GraphNode): Promise<GraphNode> {
  const { symbol, language, file } = node;
  const rules = headRulesOf(language);
  if (rules === undefined || !codeKinds.has(symbol.kind) || symbol.kind === "test") return node;
  const source = await sources.read(file);
  if (source === undefined || !rules.isHead(symbol, source.text)) return node;
  // Which of several overload signatures belongs to which body only types could tell.
  const heads = source.symbols.filter((each) => each.path === symbol.path && rules.isHead(each, source.text));
  if (rules.hasOverloads === true && heads.length > 1) return node;
  const own = bodiesIn({ ...source, file }, node);
  const next = own.find((each) => each.symbol.nameSpan.start > symbol.nameSpan.start) ?? own[0];
  if (next !== undefined || rules.acrossFiles !== true)
    return rules.hasOverloads === true && own.length > 1 ? node : (next ?? node);
  const files = (await naming(symbol.name)).filter((each) => each !== file && sources.shows(each));
  if (files.length > maxFiles) return node;
  const others = await Promise.all(
    files.map(async (each) => {
      const read = await sources.read(each);
      const theirs = read === undefined ? undefined : headRulesOf(read.language);
      if (read === undefined || theirs?.acrossFiles !== true) return [];
      const found = bodiesIn({ ...read, file: each }, node);
      return found.filter((one) => theirs.isFileLocal !== true || one.symbol.exported);
    }),
  );
  const [first, second] = others.flat();
  // Two matches belong to two programs, and a guess would be worse than the prototype.
  return first === undefined || second !== undefined ? node : first;
}

function bodiesIn(source: Source, { symbol }: GraphNode): readonly GraphNode[] {
  const isHead = headRulesOf(source.language)?.isHead ?? isWithoutBody;
  return source.symbols
    .filter(({ path, kind }) => path === symbol.path && codeKinds.has(kind))
    .filter((each) => !isHead(each, source.text))
    .map((each) => nodeOf(targetOf(source, each)));
}

function headRulesOf(language: string): HeadRules | undefined {
  return languageById(language)?.heads;
}
