import { join } from "node:path";
import type { Related, TypeStep } from "../../../syntax/hierarchy/type-step.ts";
import { hasSuperNames } from "../../../syntax/hierarchy/super-names.ts";
import { typeOf } from "../../../syntax/hierarchy/find-subtypes.ts";
import { type GraphNode, nodeOf } from "../../../syntax/references/graph-node.ts";
import { targetOf } from "../../../syntax/references/target.ts";
import type { Place } from "../../server/language-server.ts";
import { type HierarchyItem, readItems } from "../calls/call-items.ts";
import {
  type AskedPlace,
  openFor,
  placeOfNode,
  prepareItems,
  requestMs,
  type StepQuestion,
} from "../calls/call-question.ts";
import { definitionsOf } from "../calls/definitions.ts";
import { isSame, nodeAt, sourceAt } from "../calls/node-at.ts";
import { isNoAnswer, type NoAnswer } from "../calls/question-servers.ts";
import { realPathOf } from "../places/places.ts";
import { positionAt } from "../places/symbol-at.ts";
import { implementationsOf, isType } from "./implementations.ts";

export type TypeDirection = "subtypes" | "supertypes";

export interface RelatedQuestion extends StepQuestion {
  readonly direction: TypeDirection;
  /** By syntax: the types that another names in its head. */
  readonly supertypesOf: (node: GraphNode) => Promise<TypeStep>;
}

/** The types right below or above one: as a server lists them, and as it confirms what syntax found. */
export async function exactRelated(question: RelatedQuestion, syntactic: TypeStep): Promise<TypeStep | NoAnswer> {
  const asked = await placeOfNode(question);
  if (asked === undefined) return { noAnswer: `${question.node.file} changed meanwhile` };
  const { server, direction } = question;
  await openFor(question, direction === "subtypes");
  if (server.supports(`typeHierarchy/${direction}`)) return await byHierarchy(question, asked, syntactic);
  if (!hasSuperNames(question.node.language)) question.ledger.note("heads of types are not read in this language");
  if (direction === "supertypes") return await confirm(question, syntactic, { related: [], outside: [] });
  if (server.supports("textDocument/implementation")) return await byImplementation(question, asked, syntactic);
  if (!server.supports("textDocument/definition")) return { noAnswer: `${server.spec.title} knows nothing of types` };
  question.ledger.note(`${server.spec.title} lists no subtypes, so that they were looked for by name`);
  return await confirm(question, syntactic, { related: [], outside: [] });
}

interface Listed {
  readonly related: readonly Related[];
  readonly outside: TypeStep["outside"];
}

async function byHierarchy(
  question: RelatedQuestion,
  asked: AskedPlace,
  syntactic: TypeStep,
): Promise<TypeStep | NoAnswer> {
  const { server, direction, signal, ledger } = question;
  const prepared = await prepareItems(question, "textDocument/prepareTypeHierarchy", asked);
  if (isNoAnswer(prepared)) return prepared;
  const found: HierarchyItem[] = [];
  for (const { raw } of prepared) {
    const result = await server.request(`typeHierarchy/${direction}`, { item: raw }, { signal, timeoutMs: requestMs });
    const { items, dropped } = await readItems(result);
    if (dropped > 0) ledger.doubt("type", "of no known shape", dropped);
    found.push(...items);
  }
  const nodes = await Promise.all(
    found.map(async ({ place, name }) => ({ name, node: await typeAt(question, place) })),
  );
  const related = nodes.flatMap(({ node }) => (node === undefined || !isType(node.symbol) ? [] : [relatedTo(node)]));
  const outside = nodes.flatMap(({ node, name }) =>
    node === undefined ? [{ name, file: question.node.file, start: -1 }] : [],
  );
  return await confirm(question, syntactic, { related, outside });
}

/** A list of all that is below, of which those are left out that are below another one of it. */
async function byImplementation(question: RelatedQuestion, asked: AskedPlace, syntactic: TypeStep): Promise<TypeStep> {
  const { node, supertypesOf } = question;
  const { nodes, outside } = await implementationsOf(question, asked);
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
  return await confirm(question, syntactic, { related: direct, outside: names });
}

/** What syntax found stays where the server lists it or its name leads there; where nobody can tell, it stays marked. */
async function confirm(question: RelatedQuestion, syntactic: TypeStep, listed: Listed): Promise<TypeStep> {
  const { direction, node, ledger } = question;
  const byServer = new Map(listed.related.map((each) => [each.node.id, each]));
  const related: Related[] = [];
  const outside: TypeStep["outside"][number][] = [...listed.outside];
  const add = (each: Related) => {
    byServer.delete(each.node.id);
    if (!related.some((other) => other.node.id === each.node.id)) related.push(each);
  };
  for (const each of syntactic.related) {
    const places = byServer.has(each.node.id) ? undefined : await meantAt(question, each.at);
    const wanted = direction === "subtypes" ? node : each.node;
    if (places === undefined) add({ ...each, certainty: "sure" });
    else if (places.length === 0) {
      add({ ...each, unconfirmed: true });
      ledger.doubt("type", each.certainty === "sure" ? "by syntax alone" : "by name only");
    } else if (places.some((place) => place.node !== undefined && isSame(place.node, wanted)))
      add({ ...each, certainty: "sure" });
    else if (direction === "supertypes") for (const place of places) addMeant(place, each);
  }
  for (const each of syntactic.outside) {
    const places = await meantAt(question, each);
    const inside = places.filter((place) => place.node !== undefined);
    if (inside.length === 0) outside.push(each);
    for (const place of inside) addMeant(place, { at: { ...each, line: node.symbol.line }, holder: node.symbol });
  }
  return { related: [...related, ...byServer.values()], outside, unread: syntactic.unread };

  function addMeant(place: Meant, { at, holder }: Pick<Related, "at" | "holder">): void {
    if (place.node === undefined) outside.push({ name: place.name, file: at.file, start: at.start });
    else add({ node: place.node, holder, at, certainty: "sure" });
  }
}

interface Meant {
  /** Undefined outside of the project. */
  readonly node: GraphNode | undefined;
  readonly name: string;
}

/** What the name at a place of the project means. */
async function meantAt(
  question: RelatedQuestion,
  { file, start }: { readonly file: string; readonly start: number },
): Promise<readonly Meant[]> {
  const { sources, server, signal } = question;
  const source = start < 0 ? undefined : await sources.read(file);
  if (source === undefined) return [];
  const position = positionAt(source, start);
  const path = await realPathOf(join(sources.root, file));
  const places = await definitionsOf(server, { path, position }, signal);
  const name = /^[\p{L}\p{N}_$]+/u.exec(source.text.slice(start, start + 200))?.[0] ?? "";
  // What leads to itself, as a name that an import brings in, says nothing.
  const away = places.filter((place) => place.range.start.line !== position.line || place.path !== path);
  return await Promise.all(away.map(async (place) => ({ node: await typeAt(question, place), name })));
}

/** The type that is named at a place; of an `impl` the type that it belongs to. */
async function typeAt({ sources }: StepQuestion, place: Place | undefined): Promise<GraphNode | undefined> {
  const node = await nodeAt(sources, place);
  const source = node?.symbol.kind === "impl" ? await sourceAt(sources, place) : undefined;
  if (node === undefined || source === undefined) return node;
  return nodeOf(targetOf(source, typeOf(node.symbol, source.symbols)));
}

function relatedTo(node: GraphNode): Related {
  const { file, symbol } = node;
  const at = { file, start: symbol.nameSpan.start, line: symbol.line };
  return { node, holder: symbol, at, certainty: "sure" };
}
