import { join } from "node:path";
import { type SymbolKind, symbolKinds } from "../../../languages/symbol-kind.ts";
import { findCandidates } from "../../../syntax/references/find-candidates.ts";
import type { GraphNode } from "../../../syntax/references/graph-node.ts";
import { readLinked } from "../../../syntax/references/read-linked.ts";
import type { Target } from "../../../syntax/references/target.ts";
import type { Position } from "../../server/language-server.ts";
import { realPathOf } from "../locations.ts";
import { namedAt, positionAt, readSource, rememberSources } from "../symbol-at.ts";
import type { Definition, DefinitionsQuestion } from "./question.ts";

const waitMs = 5_000;
const maxNamed = 5;
/** Symbols of these kinds are not referred to by name. */
const textKinds: ReadonlySet<SymbolKind> = new Set(["section", "key", "rule", "test", "table", "impl", "constructor"]);
const namedKinds: ReadonlySet<SymbolKind> = new Set(symbolKinds.filter((kind) => !textKinds.has(kind)));

/** What scopes and imports say about a name; if only types could tell several meanings apart, each is at most likely. */
export async function findBySyntax(question: DefinitionsQuestion): Promise<readonly Definition[]> {
  const { project, symbols, file, position, name, signal } = question;
  const source = await readSource({ project, symbols }, file, signal);
  if (source === undefined) return [];
  const own = namedAt(source, position);
  if (own !== undefined) return [await definitionAt(question, file, position, own)];
  const [read] = await symbols.occurrences([file], [name], { signal });
  const at = read?.occurrences.find(({ line, column }) => line === position.line && column === position.character);
  if (read === undefined || at === undefined) return [];
  if (at.local !== undefined) {
    const local = positionAt(source, at.local);
    return [await definitionAt(question, file, local, namedAt(source, local))];
  }
  const view = await symbols.view({ signal, waitMs });
  const linked = await readLinked(symbols, read, [at], { view, signal });
  const { nodes, certainty } = findCandidates(read, linked, view, namedKinds)(at);
  const texts = rememberSources({ project, symbols }, signal);
  const found: Definition[] = [];
  for (const { file: path, symbol } of nodes.slice(0, maxNamed).map((node) => asNamed(node, name))) {
    const read = await texts(path);
    if (read === undefined) continue;
    const each = await definitionAt(question, path, positionAt(read, symbol.nameSpan.start), symbol);
    found.push(certainty === "sure" ? each : { ...each, likely: true });
  }
  return found;
}

/** A question about a type means the type, not the constructor that a call would run. */
function asNamed(node: GraphNode, name: string): Pick<Target, "file" | "symbol"> {
  const { symbol, container } = node;
  return symbol.kind === "constructor" && symbol.name !== name && container !== undefined
    ? { file: node.file, symbol: container }
    : node;
}

async function definitionAt(
  { project }: DefinitionsQuestion,
  file: string,
  position: Position,
  symbol: Definition["symbol"],
): Promise<Definition> {
  return { path: await realPathOf(join(project.root, file)), file, position, symbol };
}
