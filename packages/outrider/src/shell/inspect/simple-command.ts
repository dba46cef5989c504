import type { Node } from "web-tree-sitter";
import { InspectionLimitError } from "./inspection-limit-error.ts";
import { readWord, type WordScope } from "./read-word.ts";
import type { Word } from "./word.ts";

/** One program with its arguments, anywhere in the script. */
export interface SimpleCommand {
  readonly words: readonly Word[];
  /** Text that the script itself passes as standard input. */
  readonly input: Word | undefined;
  /** The file used as standard input. */
  readonly inputFile: Word | undefined;
  /** The commands piped into it, nearest last. */
  readonly feeders: readonly SimpleCommand[];
  /** Its output is piped to another command. */
  readonly isFeeder: boolean;
  readonly shown: string;
}

/** Limit for the feeders of all commands together: a long pipeline is inspected from each of its commands. */
const maxFeeders = 2_000;

/** All commands of a script, also inside substitutions, functions and heredocs. */
export function findCommands(root: Node, scope: WordScope): readonly SimpleCommand[] {
  const alone = new Map<number, SimpleCommand>();
  let feeders = 0;
  const readAlone = (node: Node): SimpleCommand => {
    const command = alone.get(node.id) ?? readCommand(node, scope);
    alone.set(node.id, command);
    return command;
  };
  return root.descendantsOfType("command").map((node) => {
    const before = findFeeders(node);
    feeders += before.length;
    if (feeders > maxFeeders) throw new InspectionLimitError("has pipelines that are too long to follow");
    return { ...readAlone(node), feeders: before.map(readAlone) };
  });
}

function readCommand(node: Node, scope: WordScope): SimpleCommand {
  return {
    words: wordsOf(node).map((word) => readWord(word, scope)),
    input: findInput(node, scope),
    inputFile: findInputFile(node, scope),
    feeders: [],
    isFeeder: isFeeder(node),
    shown: node.text,
  };
}

// Includes unnamed children: the grammar treats a lone "-" as one.
function wordsOf(node: Node): readonly Node[] {
  return node.children.filter(
    (child) => child.type !== "variable_assignment" && !child.type.endsWith("_redirect") && child.type !== "comment",
  );
}

function redirectsOf(node: Node): readonly Node[] {
  return [...node.children, ...(enclosing(node, "redirected_statement")?.children ?? [])];
}

function findInputFile(node: Node, scope: WordScope): Word | undefined {
  const redirect = redirectsOf(node).find((child) => child.type === "file_redirect" && /^0?</.test(child.text));
  const file = redirect?.childForFieldName("destination") ?? undefined;
  return file === undefined ? undefined : readWord(file, scope);
}

function findInput(node: Node, scope: WordScope): Word | undefined {
  const redirects = redirectsOf(node);
  const string = redirects.find((child) => child.type === "herestring_redirect")?.namedChildren.at(-1);
  if (string !== undefined) return readWord(string, scope);
  const heredoc = redirects.find((child) => child.type === "heredoc_redirect");
  return heredoc === undefined ? undefined : readHeredoc(heredoc);
}

function readHeredoc(heredoc: Node): Word {
  const body = heredoc.namedChildren.find((child) => child.type === "heredoc_body");
  const isExact = body === undefined || body.namedChildren.every((child) => child.type === "heredoc_content");
  // Escaped, so that nothing in it counts as a glob.
  const text = (body?.text ?? "").replaceAll(/[\\*?[\]{},~]/g, String.raw`\$&`);
  return { readings: [text], unknown: !isExact, mayBeOption: !isExact, fromProcess: false, shown: body?.text ?? "" };
}

/** The redirected statement whose only body is this command. */
function enclosing(node: Node, type: string): Node | undefined {
  const { parent } = node;
  if (parent === null || parent.type !== type) return undefined;
  return parent.childForFieldName("body")?.id === node.id ? parent : undefined;
}

function findFeeders(node: Node): readonly Node[] {
  const feeders: Node[] = [];
  for (let current: Node | null = node; current !== null; current = current.parent) {
    const { parent } = current;
    if (parent === null) break;
    if (parent.type === "pipeline") {
      const before = parent.namedChildren.filter((child) => child.endIndex <= (current?.startIndex ?? 0));
      feeders.unshift(...before.flatMap(commandsIn));
    }
    // `tee >(sh)`: the shell reads what the other command writes.
    if (current.type === "process_substitution" && current.text.startsWith(">(")) {
      feeders.unshift(...(parent.type === "command" ? [parent] : []));
    }
    // `cat <<X | sh`: the grammar puts the rest of the line inside the heredoc.
    if (current.type === "pipeline" && parent.type === "heredoc_redirect") {
      const body = parent.parent?.childForFieldName("body");
      if (body !== null && body !== undefined) feeders.unshift(...commandsIn(body));
    }
  }
  return feeders;
}

function isFeeder(node: Node): boolean {
  for (let current: Node | null = node; current !== null; current = current.parent) {
    const { parent } = current;
    if (parent?.type === "command_substitution" || parent?.type === "process_substitution") return true;
    if (parent?.type === "pipeline" && parent.namedChildren.at(-1)?.id !== current.id) return true;
  }
  return false;
}

function commandsIn(node: Node): readonly Node[] {
  return node.type === "command" ? [node] : node.descendantsOfType("command");
}
