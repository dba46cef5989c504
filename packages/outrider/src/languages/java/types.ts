import type { Node } from "web-tree-sitter";
import { wordSet } from "../syntax-checks.ts";
import {
  type ImpliedReceiver,
  type OutsidePlace,
  type OutsideType,
  typeBeforeName,
  type WrittenTypes,
} from "../written-types.ts";

/** How Java writes types. */
export const javaTypes: WrittenTypes = {
  of: typeBeforeName,
  bareMembers: true,
  implied: anonymousTypes,
  closedTypes: true,
  outside: outsideType,
};

/** Types that need no import. */
const languageTypes: ReadonlySet<string> = wordSet(
  "AutoCloseable Boolean Byte CharSequence Character Class ClassLoader Cloneable Comparable Double Enum Error Exception Float IllegalArgumentException IllegalStateException Integer Iterable Long Math Number Process ProcessBuilder Runnable Runtime RuntimeException Short StackTraceElement String StringBuffer StringBuilder System Thread Throwable Void",
);

/** A name that no type of the project has is one from outside if the file imports it; any other may be a parameter of a type. */
function outsideType([name = ""]: readonly string[], place: OutsidePlace): OutsideType | undefined {
  // A method may give a value of any type, a static field only one of a type that its class knows.
  if (place.isDeclared(name) || place.isCalled === true) return undefined;
  if (place.heads.some((head) => declaresParameter(head, name))) return undefined;
  const site = place.imports.find(({ local }) => local === name);
  // Types that are generated may be in packages and classes of the project, or beside them.
  const isOutside =
    site === undefined
      ? languageTypes.has(name)
      : site.name === name &&
        !place.hasFiles(site.source.replaceAll(".", "/")) &&
        firstWords(site.source) !== firstWords(place.namespace ?? "");
  return isOutside ? { mayHave: () => false, isClosed: false, mayBeExtended: true } : undefined;
}

/** `class Box<Name extends Item>`, `public static <Name> void open()`. */
function declaresParameter(head: string, name: string): boolean {
  const lists = head.matchAll(
    /(?:^|\b(?:class|interface|record)\s+[\w$]+\s*|[\w)]\s+(?=<))<([^()]*?)>(?=\s*[\w(@{]|\s*$)/g,
  );
  return [...lists].some(([, list = ""]) =>
    new RegExp(`(?:^|,)\\s*(?:@[\\w.]+\\s+)*${name}\\s*(?:$|,|extends\\b)`).test(list),
  );
}

/** Code of one project, generated or not, has packages that begin alike. */
function firstWords(source: string): string {
  return source.split(".", 2).join(".");
}

const unknown: ImpliedReceiver = {};
const namedTypes = /^(?:class|interface|enum|record|annotation_type)_declaration$/;

/** The types that anonymous classes around a name extend, the innermost first: a bare name may be one of their members. */
function anonymousTypes(name: Node): readonly ImpliedReceiver[] {
  const found: ImpliedReceiver[] = [];
  let hasNamed = false;
  for (let at = name.parent; at !== null; at = at.parent) {
    if (namedTypes.test(at.type)) hasNamed = true;
    if (at.type !== "class_body" || at.parent?.type !== "object_creation_expression") continue;
    // The types around a name come after the anonymous ones: a named type inside of one would have to come first.
    if (hasNamed || declares(at, name.text)) return [unknown];
    const type = at.parent.childForFieldName("type");
    found.push(type === null ? unknown : { type: { start: type.startIndex, end: type.endIndex } });
  }
  return found;
}

function declares(body: Node, name: string): boolean {
  return body.namedChildren.some((each) => {
    const declared =
      each?.childForFieldName("name") ?? each?.childForFieldName("declarator")?.childForFieldName("name");
    return declared?.text === name;
  });
}
