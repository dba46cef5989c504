import { isJsonObject, type JsonSchema } from "../../tool/schema.ts";

/** With all references followed; a few kilobytes can stand for billions. */
const maxExpanded = 20_000;

/** Why the references of a schema must not be followed; undefined when all stay inside and the whole stays small. */
export function findReferenceProblem(root: JsonSchema): string | undefined {
  const sizes = new Map<object, number>();
  let problem: string | undefined;

  function sizeOf(node: unknown): number {
    if (typeof node !== "object" || node === null) return 0;
    const known = sizes.get(node);
    if (known !== undefined) return known;
    // A reference back to where we are is as deep as the data, not as the schema.
    sizes.set(node, 0);
    let size = 1;
    for (const child of Object.values(node)) size += sizeOf(child);
    if ("$ref" in node && typeof node.$ref === "string") size += sizeOf(follow(node.$ref));
    sizes.set(node, size);
    return size;
  }

  function follow(reference: string): unknown {
    const target = reference.startsWith("#") ? resolvePointer(root, reference) : undefined;
    problem ??= target === undefined ? describeReference(reference) : undefined;
    return target;
  }

  const size = sizeOf(root);
  if (problem !== undefined) return problem;
  return size <= maxExpanded ? undefined : "its input schema refers to its parts so often that it has no end";
}

function resolvePointer(root: JsonSchema, reference: string): unknown {
  if (reference === "#") return root;
  if (!reference.startsWith("#/")) return undefined;
  let node: unknown = root;
  for (const part of decodeURIComponent(reference.slice(2)).split("/")) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(node)) node = node[Number(key)];
    else node = isJsonObject(node) && Object.hasOwn(node, key) ? node[key] : undefined;
  }
  return node;
}

function describeReference(reference: string): string {
  const shown = JSON.stringify(reference.slice(0, 80));
  if (!reference.startsWith("#")) return `its input schema refers to ${shown}, and nothing is fetched for a schema`;
  return `its input schema refers to ${shown}, which is not in it`;
}
