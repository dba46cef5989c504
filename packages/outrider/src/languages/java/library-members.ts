/** The members of interfaces and classes of the standard library that many types implement or extend. */
export const libraryMembers: Readonly<Record<string, RegExp>> = {
  Serializable: /^(?:serialVersionUID|(?:read|write)Object|readObjectNoData|readResolve|writeReplace)$/,
  Cloneable: /^clone$/,
  Comparable: /^compareTo$/,
  Comparator: /^(?:compare|equals|reversed|thenComparing\w*)$/,
  Iterable: /^(?:iterator|forEach|spliterator)$/,
  Iterator: /^(?:hasNext|next|remove|forEachRemaining)$/,
  Runnable: /^run$/,
  Callable: /^call$/,
  Closeable: /^close$/,
  AutoCloseable: /^close$/,
  Flushable: /^flush$/,
  Supplier: /^get(?:As\w+)?$/,
  Consumer: /^(?:accept|andThen)$/,
  BiConsumer: /^(?:accept|andThen)$/,
  Function: /^(?:apply|andThen|compose|equals)$/,
  BiFunction: /^(?:apply|andThen)$/,
  UnaryOperator: /^(?:apply|andThen|compose)$/,
  BinaryOperator: /^(?:apply|andThen)$/,
  Predicate: /^(?:test|apply|and|or|negate|equals)$/,
  BiPredicate: /^(?:test|and|or|negate)$/,
  Throwable: ofThrowables(),
  Exception: ofThrowables(),
  RuntimeException: ofThrowables(),
  IllegalArgumentException: ofThrowables(),
  IllegalStateException: ofThrowables(),
  IOException: ofThrowables(),
  Error: ofThrowables(),
};

function ofThrowables(): RegExp {
  return /^(?:get(?:Localized)?Message|(?:get|init)Cause|(?:get|set|fillIn|print)StackTrace|(?:add|get)Suppressed)$/;
}

/** Others may have types of these names: an import says where one is from. */
export function isOfLibrary(text: string, name: string): boolean {
  const imported = [...text.matchAll(/^import\s+([\w.]+)\.(\w+)\s*;/gm)].filter(([, , last]) => last === name);
  return imported.every(([, source = ""]) => source.startsWith("java."));
}
