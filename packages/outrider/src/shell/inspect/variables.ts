import type { Node } from "web-tree-sitter";

/** What a script says about a variable: every value that it gives it, or that it gives one nobody can tell. */
export type Assigned = readonly Node[] | "unknown";

export interface Variables {
  /** Undefined for one that the script does not set: it comes from the environment. */
  of(name: string): Assigned | undefined;
  /** Reads files or input into variables, so that one it does not mention may be its own all the same. */
  readonly setsUnseen: boolean;
}

const setters = new Set(["read", "mapfile", "readarray", "getopts", "source", ".", "eval", "let", "printf", "set"]);

/** Finds all assignments, whether they are reached or not. */
export function findVariables(root: Node): Variables {
  const found = new Map<string, Node[] | "unknown">();
  const add = (name: string, values: readonly Node[] | "unknown"): void => {
    const before = found.get(name) ?? [];
    found.set(name, before === "unknown" || values === "unknown" ? "unknown" : [...before, ...values]);
  };
  for (const node of root.descendantsOfType("variable_assignment")) {
    const name = node.childForFieldName("name");
    const value = node.childForFieldName("value");
    if (name === null) continue;
    const isPlain = name.type === "variable_name" && !node.text.startsWith(`${name.text}+=`);
    const isScalar = value === null || value.type !== "array";
    add(
      name.type === "subscript" ? (name.childForFieldName("name")?.text ?? "") : name.text,
      isPlain && isScalar ? values(value) : "unknown",
    );
  }
  for (const node of root.descendantsOfType("for_statement")) {
    const name = node.childForFieldName("variable");
    // Without a list the loop runs over the arguments of the script.
    const list = node.childrenForFieldName("value");
    if (name !== null) add(name.text, list.length === 0 || node.text.startsWith("select") ? "unknown" : list);
  }
  return { of: (name) => found.get(name), setsUnseen: setsUnseen(root) };
}

function values(value: Node | null): readonly Node[] {
  return value === null ? [] : [value];
}

function setsUnseen(root: Node): boolean {
  const isSetter = root.descendantsOfType("command_name").some((name) => setters.has(name.text));
  return isSetter || root.descendantsOfType("declaration_command").some(declaresUnseen);
}

function declaresUnseen(node: Node): boolean {
  return node.namedChildren.some(
    (child) => child.type !== "variable_assignment" && child.type !== "word" && child.type !== "variable_name",
  );
}
