import type { Span } from "../span.ts";

/** How far around a name is looked. */
const near = 300;

/**
 * `Type a[] = {{1, 2}}`, `(Type){1}`, `Type{1}`, `vector<Type> a{{1}}`, and `return {1}` in a function of the type. `{.x = 1}` names
 * its fields, and `{}` and `{0}` need none.
 */
export function listsFields(text: string, { start, end }: Span): boolean {
  const before = text.slice(Math.max(0, start - near), start);
  const after = text.slice(end, end + near);
  // `class B : public A {` begins a body.
  if (/\b(?:class|struct)\b[^;{}()]*:[^;{}()]*$/.test(before)) return false;
  if (/^\s*\)\s*\{/.test(after))
    return /(?<![\w)\]]\s*)\(\s*(?:(?:struct|const)\s+)*(?:\w+::)*$/.test(before) && list.test(after);
  return list.test(after) || /^[\s\w*&:~]*\([^;{}]*\)[\s\w]*\{[^]*?\breturn\s*\{\s*[^.}\s]/.test(after);
}

const list =
  /^(?:[\w\s*&>]*(?:\[[^\]]*\]\s*)*=\s*|\s*\)\s*|[>\s]*(?:\w+\s*)?(?:\[[^\]]*\]\s*)*)\{(?!\s*(?:\.|\}|0\s*\}|\{\s*\.))/;
