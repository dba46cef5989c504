/** `proceed` calls the previous method, with the same arguments or with others. */
type Replacement = (proceed: (changed?: readonly unknown[]) => unknown, args: readonly unknown[]) => unknown;

/** Puts `replacement` in front of a shared method; returns a function that removes it again. */
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
    // Someone else replaced it on top of ours, which passes everything through from now on.
    if (Reflect.get(target, name) !== replaced) return;
    if (previous === undefined) Reflect.deleteProperty(target, name);
    else Object.defineProperty(target, name, previous);
  };
}
