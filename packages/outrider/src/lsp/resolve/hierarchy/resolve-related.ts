import { join } from "node:path";
import { languageById } from "../../../languages/language-of.ts";
import { typeOf } from "../../../syntax/hierarchy/find-subtypes.ts";
import {
  type Related,
  type ShapePlace,
  type ShapesFound,
  type TypeStep,
  hasSuperNames,
} from "../../../syntax/hierarchy/type-step.ts";
import { type GraphNode, nodeOf } from "../../../syntax/references/graph-node.ts";
import { targetOf } from "../../../syntax/references/target.ts";
import type { Location } from "../../server/language-server.ts";
import { isSame, nodeAt, sourceAt } from "../calls/node-at.ts";
import { isNoAnswer, type NoAnswer } from "../calls/question-servers.ts";
import {
  type AskedPosition,
  definitionsOf,
  type HierarchyItem,
  openFor,
  positionOfNode,
  prepareItems,
  readItems,
  requestMs,
  type StepQuestion,
} from "../calls/step-question.ts";
import { realPathOf } from "../locations.ts";
import { positionAt } from "../symbol-at.ts";
import { implementationsOf, isType } from "./implementations.ts";

export type TypeDirection = "subtypes" | "supertypes";

export interface RelatedQuestion extends StepQuestion {
  readonly direction: TypeDirection;
  /** From syntax: the types that a type names in its head. */
  readonly supertypesOf: (node: GraphNode) => Promise<TypeStep>;
}

/** The direct subtypes or supertypes of a type: those that a server lists, and those found by syntax that it confirms. */
export async function resolveRelated(question: RelatedQuestion, syntactic: TypeStep): Promise<TypeStep | NoAnswer> {
  const asked = await positionOfNode(question);
  if (asked === undefined) return { noAnswer: `${question.node.file} changed meanwhile` };
  const { server, direction } = question;
  await openFor(question, direction === "subtypes");
  if (server.supports(`typeHierarchy/${direction}`)) return await byHierarchy(question, asked, syntactic);
  if (!hasSuperNames(question.node.language)) question.evidence.note("heads of types are not read in this language");
  if (direction === "supertypes") return await confirm(question, syntactic, { related: [], outside: [] });
  if (server.supports("textDocument/implementation")) return await byImplementation(question, asked, syntactic);
  if (!server.supports("textDocument/definition")) return { noAnswer: `${server.spec.title} knows nothing of types` };
  question.evidence.note(`${server.spec.title} lists no subtypes, so that they were looked for by name`);
  return await confirm(question, syntactic, { related: [], outside: [] });
}

interface Listed {
  readonly related: readonly Related[];
  readonly outside: TypeStep["outside"];
  /** Values of the type. */
  readonly values?: readonly ShapePlace[];
}

async function byHierarchy(
  question: RelatedQuestion,
  asked: AskedPosition,
  syntactic: TypeStep,
): Promise<TypeStep | NoAnswer> {
  const { server, direction, signal, evidence } = question;
  const prepared = await prepareItems(question, "textDocument/prepareTypeHierarchy", asked);
  if (isNoAnswer(prepared)) return prepared;
  const found: HierarchyItem[] = [];
  for (const { raw } of prepared) {
    const result = await server.request(`typeHierarchy/${direction}`, { item: raw }, { signal, timeoutMs: requestMs });
    const { items, dropped } = await readItems(result);
    if (dropped > 0) evidence.doubt("type", "of no known shape", dropped);
    found.push(...items);
  }
  const nodes = await Promise.all(
    found.map(async ({ location, name }) => ({ name, node: await typeAt(question, location) })),
  );
  const related = nodes.flatMap(({ node }) => (node === undefined || !isType(node.symbol) ? [] : [relatedTo(node)]));
  const outside = nodes.flatMap(({ node, name }) =>
    node === undefined ? [{ name, file: question.node.file, start: -1 }] : [],
  );
  return await confirm(question, syntactic, { related, outside });
}

/** The server lists all subtypes, direct and indirect; those below another one of the list are left out. */
async function byImplementation(
  question: RelatedQuestion,
  asked: AskedPosition,
  syntactic: TypeStep,
): Promise<TypeStep> {
  const { node, supertypesOf } = question;
  const { nodes, values, outside } = await implementationsOf(question, asked);
  const below = nodes.filter((each) => !isSame(each, node));
  const known = new Set(syntactic.related.map((each) => each.node.id));
  const direct: Related[] = [];
  for (const each of below) {
    const above = known.has(each.id) ? undefined : await supertypesOf(each);
    const isFurther = above?.related.some((other) =>
      below.some((one) => one.id === other.node.id && one.id !== each.id),
    );
    if (isFurther !== true) direct.push(relatedTo(each));
  }
  const names = Array.from({ length: outside }, () => ({ name: "implementation", file: node.file, start: -1 }));
  return await confirm(question, syntactic, { related: direct, outside: names, values });
}

/** Keeps what syntax found if the server lists it or its name leads there; if that is unknown, it is kept and marked. */
async function confirm(question: RelatedQuestion, syntactic: TypeStep, listed: Listed): Promise<TypeStep> {
  const { direction, node, evidence } = question;
  const byServer = new Map(listed.related.map((each) => [each.node.id, each]));
  const related: Related[] = [];
  const outside: TypeStep["outside"][number][] = [...listed.outside];
  const add = (each: Related) => {
    byServer.delete(each.node.id);
    if (!related.some((other) => other.node.id === each.node.id)) related.push(each);
  };
  for (const each of syntactic.related) {
    const locations = byServer.has(each.node.id) ? undefined : await meantAt(question, each.at);
    const wanted = direction === "subtypes" ? node : each.node;
    if (locations === undefined) add({ ...each, certainty: "sure" });
    else if (locations.length === 0) {
      add({ ...each, unconfirmed: true });
      evidence.doubt("type", each.certainty === "sure" ? "by syntax alone" : "by name only");
    } else if (locations.some((location) => location.node !== undefined && isSame(location.node, wanted)))
      add({ ...each, certainty: "sure" });
    else if (direction === "supertypes") for (const location of locations) addMeant(location, each);
  }
  for (const each of syntactic.outside) {
    const locations = await meantAt(question, each);
    const inside = locations.filter((location) => location.node !== undefined);
    if (inside.length === 0) outside.push(each);
    for (const location of inside) addMeant(location, { at: { ...each, line: node.symbol.line }, holder: node.symbol });
  }
  const shapes = syntactic.shapes === undefined ? {} : { shapes: await joinShapes(question, syntactic.shapes, listed) };
  return { related: [...related, ...byServer.values()], outside, unread: syntactic.unread, ...shapes };

  function addMeant(location: Meant, { at, holder }: Pick<Related, "at" | "holder">): void {
    if (location.node === undefined) outside.push({ name: location.name, file: at.file, start: at.start });
    else add({ node: location.node, holder, at, certainty: "sure" });
  }
}

/**
 * The values that the server lists, and those that only syntax finds. A server knows itself which types have all members, except in
 * files that are not part of the build for this machine.
 */
async function joinShapes(
  { evidence, node, sources }: RelatedQuestion,
  { places, expected }: ShapesFound,
  { related, values = [] }: Listed,
): Promise<ShapesFound> {
  const knowsTypes = related.length > 0 || values.length > 0;
  const isNamed = ({ file, symbol }: ShapePlace): boolean =>
    related.some((each) => each.node.file === file && each.node.symbol.path === symbol?.path);
  const conditional = languageById(node.language)?.hierarchy?.conditional;
  const mayBeLeftOut = async (file: string): Promise<boolean> =>
    conditional?.(file, (await sources.read(file))?.text ?? "") === true;
  // Whether a function makes a value of the type that it returns, no server says.
  const returning = places.filter(({ shape }) => shape === "returns");
  const bySyntax: ShapePlace[] = [];
  for (const place of places) {
    if (place.shape === "returns") continue;
    const isOfServer = knowsTypes && place.shape === "members";
    if (!isOfServer || (!isNamed(place) && (await mayBeLeftOut(place.file)))) bySyntax.push(place);
  }
  const isListed = (place: ShapePlace) => values.some((value) => isSameShape(place, value));
  const known = bySyntax.map((place) =>
    isListed(place) ? { ...place, certainty: "sure" as const } : { ...place, unconfirmed: true as const },
  );
  const more = values.filter((value) => !bySyntax.some((place) => isSameShape(place, value)));
  const unlisted = known.filter(({ unconfirmed }) => unconfirmed === true).length;
  if (unlisted > 0) evidence.doubt("implementation", "by shape, by syntax alone", unlisted);
  const others = returning.filter((place) => !more.some((value) => isSameShape(place, value)));
  return { places: [...known, ...more, ...others], expected };
}

/** A server points at the object, syntax at the type of what holds it. */
function isSameShape(place: ShapePlace, value: ShapePlace): boolean {
  if (place.file !== value.file) return false;
  return place.line === value.line || (place.symbol !== undefined && place.symbol.path === value.symbol?.path);
}

interface Meant {
  /** Undefined outside the project. */
  readonly node: GraphNode | undefined;
  readonly name: string;
}

/** What the name at a position in the project means. */
async function meantAt(
  question: RelatedQuestion,
  { file, start }: { readonly file: string; readonly start: number },
): Promise<readonly Meant[]> {
  const { sources, server, signal } = question;
  const source = start < 0 ? undefined : await sources.read(file);
  if (source === undefined) return [];
  const position = positionAt(source, start);
  const path = await realPathOf(join(sources.root, file));
  const locations = await definitionsOf(server, { path, position }, signal);
  const name = /^[\p{L}\p{N}_$]+/u.exec(source.text.slice(start, start + 200))?.[0] ?? "";
  // A name that leads to itself, like one brought in by an import, tells nothing.
  const away = locations.filter((location) => location.range.start.line !== position.line || location.path !== path);
  return await Promise.all(away.map(async (location) => ({ node: await typeAt(question, location), name })));
}

/** The type named at a location; for an `impl`, the type it belongs to. */
async function typeAt({ sources }: StepQuestion, location: Location | undefined): Promise<GraphNode | undefined> {
  const node = await nodeAt(sources, location);
  const source = node?.symbol.kind === "impl" ? await sourceAt(sources, location) : undefined;
  if (node === undefined || source === undefined) return node;
  return nodeOf(targetOf(source, typeOf(node.symbol, source.symbols)));
}

function relatedTo(node: GraphNode): Related {
  const { file, symbol } = node;
  const at = { file, start: symbol.nameSpan.start, line: symbol.line };
  return { node, holder: symbol, at, certainty: "sure" };
}
