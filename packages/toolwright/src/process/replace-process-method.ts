type Replacement = (proceed: () => unknown, args: readonly unknown[]) => unknown;

/** Puts `replacement` in front of a method of `process`; returns how to take it away again. */
export function replaceProcessMethod(name: "emit" | "exit" | "abort" | "kill", replacement: Replacement): () => void {
  const previous = Object.getOwnPropertyDescriptor(process, name);
  const original: unknown = Reflect.get(process, name);
  if (typeof original !== "function")
    throw new Error(`Expected process.${name} to be a function, got ${typeof original}.`);
  let active = true;
  const replaced = (...args: readonly unknown[]): unknown => {
    const proceed = (): unknown => Reflect.apply(original, process, args);
    return active ? replacement(proceed, args) : proceed();
  };
  Object.defineProperty(process, name, { value: replaced, configurable: true, writable: true, enumerable: true });
  return () => {
    active = false;
    // Somebody put theirs on top; ours lets everything pass from now on.
    if (Reflect.get(process, name) !== replaced) return;
    if (previous === undefined) Reflect.deleteProperty(process, name);
    else Object.defineProperty(process, name, previous);
  };
}
