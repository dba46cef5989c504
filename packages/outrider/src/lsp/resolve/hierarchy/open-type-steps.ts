import { findByMembers, pointersOnly } from "../../../syntax/hierarchy/find-by-members.ts";
import { findSubtypes } from "../../../syntax/hierarchy/find-subtypes.ts";
import { findSupertypes } from "../../../syntax/hierarchy/find-supertypes.ts";
import { hasSuperNames, type TypeSources, type TypeStep } from "../../../syntax/hierarchy/type-step.ts";
import type { ProjectSymbols } from "../../../syntax/project-symbols.ts";
import type { StepTime } from "../../../syntax/references/call-graph.ts";
import type { GraphNode } from "../../../syntax/references/graph-node.ts";
import { rememberReads } from "../../../syntax/references/remember-reads.ts";
import { isSame } from "../calls/node-at.ts";
import { notCheckedIn, rememberNaming, sourcesOf, type StepOptions } from "../calls/open-call-steps.ts";
import { isNoAnswer, openQuestionServers } from "../calls/question-servers.ts";
import { positionOfNode, openFor } from "../calls/step-question.ts";
import { type Provenance, collectEvidence, serverName } from "../provenance.ts";
import { implementationsOf } from "./implementations.ts";
import { resolveRelated, type TypeDirection } from "./resolve-related.ts";

export interface TypeStepOptions extends StepOptions {
  readonly symbols: Pick<ProjectSymbols, "ofFile" | "filesNaming" | "occurrences" | "view">;
}

/** Steps of a type hierarchy, each from a language server if one answers, else from syntax. */
export interface TypeSteps extends Pick<TypeSources, "read"> {
  related(direction: TypeDirection, node: GraphNode, time: StepTime): Promise<TypeStep>;
  /** What implements a method, as a server lists it. */
  implementations(node: GraphNode): Promise<readonly GraphNode[]>;
  /** Which of these types implement a type only as pointers. */
  pointersOnly<Place extends { readonly file: string; readonly path: string }>(
    node: GraphNode,
    places: readonly Place[],
  ): Promise<ReadonlySet<Place>>;
  provenance(): Provenance;
  release(): void;
}

export function openTypeSteps(options: TypeStepOptions): TypeSteps {
  const { servers, view, signal } = options;
  const asked = openQuestionServers(servers, options);
  const evidence = collectEvidence();
  const sources = sourcesOf(options);
  const naming = rememberNaming(options);
  const bySyntax: TypeSources = { symbols: rememberReads(options.symbols), read: sources.read };
  const supertypesOf = (node: GraphNode) => findSupertypes(bySyntax, node, { view, signal });
  const subtypesOf = async (node: GraphNode, search: StepTime["search"]): Promise<TypeStep> => {
    const { shapes, ...step } = await findSubtypes(bySyntax, node, { signal, ...search });
    const named = new Set(step.related.map(({ node: each }) => `${each.file}:${each.symbol.line}`));
    const alike = await findByMembers(bySyntax, node, { view, signal });
    const more = alike.filter(({ file, line }) => !named.has(`${file}:${line}`));
    return { ...step, shapes: { places: [...(shapes?.places ?? []), ...more], expected: shapes?.expected ?? 0 } };
  };
  return {
    read: sources.read,
    async related(direction, node, { pace, search }) {
      const syntactic = await (direction === "subtypes" ? subtypesOf(node, search) : supertypesOf(node));
      const step = await asked.ask({ file: node.file, pace }, async (server, limited) => {
        const question = { server, node, sources, naming, evidence, signal: limited, direction, supertypesOf };
        const answer = await resolveRelated(question, syntactic);
        if (!isNoAnswer(answer)) evidence.answered(serverName(server));
        for (const file of syntactic.unread) evidence.note(`${file} was not parsed, so that nothing in it was checked`);
        if (syntactic.late !== undefined) evidence.note(notCheckedIn(syntactic.late));
        return answer;
      });
      if (!isNoAnswer(step)) return step;
      evidence.fellBack(step.noAnswer);
      if (!hasSuperNames(node.language)) evidence.note("heads of types are not read in this language");
      return { ...syntactic, related: syntactic.related.map((each) => ({ ...each, unconfirmed: true as const })) };
    },
    async implementations(node) {
      const found = await asked.ask({ file: node.file, pace: "whole" }, async (server, limited) => {
        const question = { server, node, sources, naming, evidence, signal: limited };
        const location = await positionOfNode(question);
        if (!server.supports("textDocument/implementation")) return [];
        if (location === undefined) return { noAnswer: `${node.file} changed meanwhile` };
        await openFor(question, true);
        const { nodes } = await implementationsOf(question, location);
        return nodes.filter((each) => !isSame(each, node));
      });
      if (!isNoAnswer(found)) return found;
      evidence.note(`implementations are not listed: ${found.noAnswer.replace(/\.$/, "")}`);
      return [];
    },
    pointersOnly: (node, places) => pointersOnly(bySyntax, node, places, { view, signal }),
    provenance: () => evidence.provenance(),
    release: () => asked.release(),
  };
}
