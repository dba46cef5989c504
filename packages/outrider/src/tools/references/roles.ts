import type { Reference } from "../../syntax/references/find-references.ts";
import type { Role } from "./schema.ts";

/** What a reference does with the symbol, as the text says. */
export function roleOf({ role, usedAs }: Reference): Role {
  if (role === "definition") return "declaration";
  return role === "use" ? (usedAs ?? "value") : role;
}

/** Of several in one line, the one that a reader looks for. */
export function firstRole(references: readonly Reference[]): Role {
  const own = new Set(references.map(roleOf));
  return order.find((role) => own.has(role)) ?? "value";
}

const order: readonly Role[] = ["write", "call", "type", "value", "import", "declaration"];

/** How many there are of each. */
export function countRoles(references: readonly Reference[]): Partial<Record<Role, number>> {
  const counts: Partial<Record<Role, number>> = {};
  for (const each of references) counts[roleOf(each)] = (counts[roleOf(each)] ?? 0) + 1;
  return counts;
}
