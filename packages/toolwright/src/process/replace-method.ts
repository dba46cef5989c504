/** `proceed` does what was there before, with the same arguments or with others. */
type Replacement = (proceed: (changed?: readonly unknown[]) => unknown, args: readonly unknown[]) => unknown;

/** Puts `replacement` in front of a method that everybody shares; returns how to take it away again. */
export function replaceMethod(target: object, name: string, replacement: Replacement): () => void {
  const previous = Object.getOwnPropertyDescriptor(target, name);
  const original: unknown = Reflect.get(target, name);
  if (typeof original !== "function") throw new Error(`Expected ${name} to be a function, got ${typeof original}.`);
  let active = true;
  const replaced = (...args: readonly unknown[]): unknown => {
    const proceed = (changed = args): unknown => Reflect.apply(original, target, changed);
    return active ? replacement(proceed, args) : proceed();
  };
  Object.defineProperty(target, name, { value: replaced, configurable: true, writable: true, enumerable: true });
  return () => {
    active = false;
    // Somebody put theirs on top; ours lets everything pass from now on.
    if (Reflect.get(target, name) !== replaced) return;
    if (previous === undefined) Reflect.deleteProperty(target, name);
    else Object.defineProperty(target, name, previous);
  };
}
