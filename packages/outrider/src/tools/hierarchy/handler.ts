import { type Call, ToolError } from "toolwright";
import { languageById } from "../../languages/language-of.ts";
import { typeKinds } from "../../languages/symbol-kind.ts";
import { openTypeSteps, type TypeSteps } from "../../lsp/resolve/hierarchy/open-type-steps.ts";
import type { Provenance } from "../../lsp/resolve/provenance.ts";
import type { Services } from "../../services.ts";
import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import { unseenShapes } from "../../syntax/hierarchy/find-subtypes.ts";
import { hasSuperNames } from "../../syntax/hierarchy/type-step.ts";
import { type GraphNode, nodeOf } from "../../syntax/references/graph-node.ts";
import { isMember, type Target, targetOf } from "../../syntax/references/target.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import { brokenFilesNaming } from "../broken-files.ts";
import { lateOf, partialOf } from "../describe-incomplete.ts";
import { nextCall, overflowOf } from "../fields.ts";
import { findTarget, pathOf } from "../find-target.ts";
import { firstSearchIn, tellProvenance, waitingFor } from "../server-question.ts";
import { findTestPlaces } from "../test-files.ts";
import { buildTypes, membersIn, type TypeGraph, type TypeOptions } from "./build-types.ts";
import { concreteTypes, countLevels, listRows, returningRows, shapeRows, treeRows } from "./rows.ts";
import type { Input, Output, Row } from "./schema.ts";

/** Deeper than any real hierarchy. */
const maxLevels = 20;
const pageRows = 100;
const waitMs = 8_000;
const maxNamed = 20;
const maxReturning = 8;

/** The types below or above a type, or the implementations of a method. */
export async function handle(
  input: Input,
  { workspace, symbolsOf, serversOf }: Pick<Services, "workspace" | "symbolsOf" | "serversOf">,
  call: Call,
): Promise<Output> {
  const { signal } = call;
  const { offset = 0 } = input;
  const project = await workspace.project(input.project);
  const symbols = symbolsOf(project);
  const { target, partial } = await findTarget({
    tool: "hierarchy",
    input,
    project,
    symbols,
    call,
    // A bare name means the type, even where methods are called the same.
    prefers: [isType, isMethod],
  });
  const type = typeOfTarget(target);
  const direction = input.direction ?? (type.member === undefined ? "subtypes" : "implementations");
  const view = await symbols.view({ signal, waitMs });
  const waiting = waitingFor(input, call);
  const steps = openTypeSteps({ project, symbols, servers: serversOf(project), view, ...waiting });
  const options: TypeOptions = {
    direction: direction === "supertypes" ? "supertypes" : "subtypes",
    depth: input.depth ?? maxLevels,
    signal,
    firstSearch: firstSearchIn(waiting),
    onLevel: (level, types) => call.progress({ message: `Level ${level}: ${direction} of ${types}`, done: level }),
  };
  try {
    const start = await startOf(steps, type.type);
    const graph = await buildTypes(steps, start, options);
    const relation = relationOf[direction];
    const rows =
      type.member !== undefined
        ? await memberRows(steps, graph, type.member, direction)
        : [
            ...(direction === "implementations" ? listRows(concreteTypes(graph), relation) : treeRows(graph, relation)),
            ...shapeRows(graph.shapes, relation),
          ];
    const unseen = direction === "supertypes" || graph.expected === 0 ? undefined : await unseenBelow(steps, start);
    const provenance = withUnseen(steps.provenance(), unseen);
    if (provenance.state === "syntactic" && !hasSuperNames(target.language)) throw notRead(target, provenance);
    const lookup = { symbols, view, signal };
    const shown = await chooseByTests(
      rows.map((row) => asKnown(row, provenance)),
      input.tests,
      lookup,
    );
    const returning = await chooseByTests(returningRows(graph.shapes, relation), input.tests, lookup);
    const rowsOfPage = shown.slice(offset, offset + pageRows);
    const mayBePointers = type.member === undefined && direction !== "supertypes";
    const page = mayBePointers ? await markPointers(steps, start, rowsOfPage) : rowsOfPage;
    return {
      symbol: visibleLine(pathOf(target.symbol)),
      declared: `${target.file}:${target.symbol.line + 1}`,
      direction,
      ...tellProvenance(withUnnamed(provenance, target)),
      levels: countLevels(shown),
      not_followed: [...graph.notFollowed],
      rows: [...page],
      returned_by: {
        count: returning.length,
        examples: returning.slice(0, maxReturning).map(({ symbol, file, line }) => `${symbol} ${file}:${line}`),
      },
      outside: [...new Set(graph.outside.map(({ name }) => visibleLine(name)))].slice(0, maxNamed),
      broken: (await brokenFilesNaming([type.type.symbol.name], symbols, view, signal)).slice(0, maxNamed),
      unread: graph.unread.slice(0, maxNamed),
      ...(await lateOf(graph.late, type.type, project, signal)),
      ...(partial === undefined ? {} : { partial }),
      ...partialOf(view.completeness),
      ...overflowOf(shown.length, page.length, offset, "Or ask for one of them."),
    };
  } finally {
    steps.release();
  }
}

/** A field of the same name has no hierarchy. */
function isType({ kind }: CodeSymbol): boolean {
  return typeKinds.has(kind) || kind === "type";
}

function isMethod({ kind }: CodeSymbol): boolean {
  return kind === "method";
}

async function chooseByTests(
  rows: readonly Row[],
  tests: Input["tests"],
  lookup: Parameters<typeof findTestPlaces>[1],
): Promise<readonly Row[]> {
  const inTests = await findTestPlaces(rows, lookup);
  if (tests !== undefined) return rows.filter((row) => inTests.has(row) === (tests === "only"));
  return rows.map((row) => (inTests.has(row) ? { ...row, test: true } : row));
}

const relationOf = { subtypes: "subtype", supertypes: "supertype", implementations: "implementation" } as const;

/** The type itself, or the one that a member belongs to. */
function typeOfTarget(target: Target): { readonly type: Target; readonly member: Target | undefined } {
  const { symbol, container } = target;
  if (typeKinds.has(symbol.kind) || symbol.kind === "type") return { type: target, member: undefined };
  if (container !== undefined && isMember(target) && symbol.kind !== "constructor" && typeKinds.has(container.kind))
    return { type: { ...target, symbol: container, container: undefined }, member: target };
  throw new ToolError(
    "no_type",
    `${visibleLine(`${pathOf(symbol)} (${target.file}:${symbol.line + 1})`)} is a ${symbol.kind}; hierarchies have types and their methods.`,
    nextCall("references", { symbol: pathOf(symbol), path: target.file }),
  );
}

/** A method of an `impl` belongs to the type of the `impl`; code separate from its class, to the class. */
async function startOf(steps: TypeSteps, type: Target): Promise<GraphNode> {
  const source = await steps.read(type.file);
  const declared = source?.symbols.find(
    ({ path, kind }) => path === type.symbol.path && kind !== "impl" && typeKinds.has(kind),
  );
  return nodeOf(
    source === undefined || declared === undefined ? type : targetOf({ ...source, file: type.file }, declared),
  );
}

/** Members of the types, others that a server lists, and what implements the type by shape. */
async function memberRows(
  steps: TypeSteps,
  graph: TypeGraph,
  member: Target,
  direction: Output["direction"],
): Promise<readonly Row[]> {
  const relation = relationOf[direction];
  const { found, without } = await membersIn(steps, graph, member.symbol.name);
  const listed = direction === "supertypes" ? [] : await steps.implementations(nodeOf(member));
  const known = new Set(found.map(({ node }) => node.id));
  const more = listed.filter(({ id }) => !known.has(id));
  const all = [...found, ...more.map((node) => ({ node, level: 1, likely: false, unconfirmed: false }))];
  // A function that returns an object, and an object without a name, have members that are no symbols.
  const apart = without.filter(({ file, symbol }) => !all.some(({ node }) => isInside(node, file, symbol)));
  return [...listRows(all, relation), ...shapeRows(apart, relation)];
}

function isInside({ file, symbol }: GraphNode, otherFile: string, around: CodeSymbol | undefined): boolean {
  if (file !== otherFile || around === undefined) return false;
  return around.span.start <= symbol.span.start && symbol.span.end <= around.span.end;
}

/** What may implement the type where it is expected, as a clause. */
async function unseenBelow(steps: TypeSteps, start: GraphNode): Promise<string | undefined> {
  const symbols = (await steps.read(start.file))?.symbols ?? [];
  const isOwn = (parent: number | undefined) =>
    parent !== undefined && symbols[parent]?.nameSpan.start === start.symbol.nameSpan.start;
  return unseenShapes(start, symbols.filter(({ parent, bodySpan }) => isOwn(parent) && bodySpan === undefined).length);
}

/** An answer is not complete where implementations are not looked for. */
function withUnseen(provenance: Provenance, unseen: string | undefined): Provenance {
  if (unseen === undefined) return provenance;
  if (provenance.state === "complete") return { state: "partial", server: provenance.server, why: unseen };
  return { ...provenance, why: `${provenance.why.replace(/\.$/, "")}; ${unseen}` };
}

/** If everything is by syntax, rows are not marked as such. */
function asKnown({ by_syntax, ...row }: Row, { state }: Provenance): Row {
  return state === "syntactic" || by_syntax === undefined ? row : { ...row, by_syntax };
}

function withUnnamed(provenance: Provenance, { language }: Target): Provenance {
  const unnamed = languageById(language)?.hierarchy?.unnamed;
  if (provenance.state !== "syntactic" || unnamed === undefined) return provenance;
  return { ...provenance, why: `${provenance.why}; ${unnamed}` };
}

function notRead(
  { language, symbol }: Target,
  { why }: Extract<Provenance, { readonly state: "syntactic" }>,
): ToolError {
  const title = languageById(language)?.title ?? language;
  return new ToolError(
    "no_hierarchy_in_language",
    `Heads of types are not read in ${title}, and no language server answers: ${why}.`,
    nextCall("references", { symbol: pathOf(symbol) }),
  );
}

/** In Go, a method of the pointer leaves the values of its type without it. */
async function markPointers(
  steps: Pick<TypeSteps, "pointersOnly">,
  start: GraphNode,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const places = rows.map((row) => ({ file: row.file, path: row.symbol, row }));
  const marked = await steps.pointersOnly(start, places);
  return places.map((place) => (marked.has(place) ? { ...place.row, pointer: true as const } : place.row));
}
