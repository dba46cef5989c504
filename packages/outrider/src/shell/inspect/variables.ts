import type { Node } from "web-tree-sitter";

/** What a script assigns to a variable: all of its values, or "unknown" if one cannot be determined. */
export type Assigned = readonly Node[] | "unknown";

export interface Variables {
  /** Undefined if the script does not set it: it comes from the environment. */
  of(name: string): Assigned | undefined;
  /** Reads files or input into variables, so it may set variables that it does not mention. */
  readonly setsUnseen: boolean;
}

const setters = new Set(["read", "mapfile", "readarray", "getopts", "source", ".", "eval", "let", "printf", "set"]);

/** Finds all assignments, whether they are reachable or not. */
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
    // Without a list the loop iterates over the script's arguments.
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
