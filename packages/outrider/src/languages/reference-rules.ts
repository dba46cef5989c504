import type { Node } from "web-tree-sitter";
import type { LiteralKey } from "./literal-key.ts";
import type { Manifest } from "./manifest.ts";
import type { BroughtName, PlaceMeaning, WholeName } from "./place-meaning.ts";
import type { Span } from "./span.ts";
import type { SymbolKind } from "./symbol-kind.ts";
import type { TypedDeclaration, WrittenTypes } from "./written-types.ts";

/** What references and call graphs from syntax need to know about a language. */
export interface ReferenceRules {
  /** Leaf nodes that name something. */
  readonly identifiers: readonly string[];
  /** Leaf nodes of text that is code elsewhere, such as a macro body: each word in it may name something. */
  readonly texts?: readonly string[];
  /** Captures the called name as `@call`; `@receiver` is what precedes it, as in `receiver.call()`. */
  readonly calls: string;
  /** Matches what follows a called name where the grammar sees no call: `<Type>(`. Default: the query finds all. */
  readonly unseenCalls?: RegExp;
  /**
   * Captures names that are only visible inside a scope as `@local`: parameters and local values. Symbols that hide such a value
   * before a dot are captured as `@symbol`, names that the scope takes from outside as `@outer`.
   */
  readonly locals?: string;
  /** Where a name is looked up, if not in the scope around it: the default value of a parameter is outside of its function. */
  readonly outerOffset?: (node: Node) => number | undefined;
  /** The node in which a name captured as `@scoped` in `locals` is visible; undefined if it is not local. */
  readonly scopeOfName?: (name: Node) => Node | undefined;
  /** Where a name captured as `@pattern` in `locals` is visible; undefined if it is not local. */
  readonly patternScope?: (name: Node) => "local" | "hoisted" | undefined;
  /** The parts of a file in which a name captured in `locals` is visible, where they are not one whole scope. Default: its scope. */
  readonly visibleIn?: (name: Node) => readonly Span[] | undefined;
  /**
   * Captures such names as `@value`, and fields as `@field`, with the type they are declared with or created from as `@type`, or
   * the expression that their type is that of as `@from`, or that gives values of it in a loop as `@each`. With neither, the type is unknown. Default: all types are.
   */
  readonly typedValues?: string;
  /** Nodes inside which such a value has one type. Default: `scopes`. */
  readonly typedScopes?: readonly string[];
  /** How declarations write the types of their values and results. Default: they are unknown outside of their file. */
  readonly writtenTypes?: WrittenTypes;
  /** Nodes inside which a field is visible. */
  readonly typeBodies?: readonly string[];
  /** Nodes inside which such a name is visible. */
  readonly scopes?: readonly string[];
  /** Captures of an import: `@source` (from where), `@name` (what), `@alias` (local name), `@module` (namespace name), `@default` (name of the default export), `@all`, `@whole` (what is imported becomes the module). */
  readonly imports?: string;
  /** A macro and something else may share a name. Default: a macro stands in for anything else of its name. */
  readonly macrosApart?: true;
  /** Nodes inside which alone an import is visible. Default: it is visible in the whole file. */
  readonly importScopes?: readonly string[];
  /** How an import names its target; decides which files an import may mean. docs/adding-a-language.md explains each way. */
  readonly modules?: "relative-path" | "dotted" | "dotted-file" | "directory" | "include" | "path" | "namespace";
  /** Files of one directory (Go) or of one declared package (Java) see each other without an import. */
  readonly sharesDirectory?: boolean;
  /** The directory of the module that a file belongs to, whose files see each other. Default: its own directory. */
  readonly moduleDirectory?: (file: string) => string;
  /** A file sees nothing from others but what it imports or shares a package with. Default: it may. */
  readonly closedModules?: true;
  /** Only what is marked as exported can be imported under its own name. Default: all of a file can. */
  readonly exportsByMark?: true;
  /** The statements that name a file's package, parts of it each; the first group is the name. Default: its directory tells. */
  readonly packageClause?: RegExp;
  /** An import may begin with any name that is visible, such as an object or a value. Default: it names a package. */
  readonly relativeImports?: true;
  /** The file that names the package of all files below it. Default: there is none. */
  readonly manifest?: Manifest;
  /** Whether an import surely means something that comes with the language. Default: unknown. */
  readonly isBuiltIn?: (source: string) => boolean;
  /** Nodes whose strings hold code, such as the types of Python. Default: none. */
  readonly quotedCode?: readonly string[];
  /** Matches a tag of a comment up to a name after it that is code, as in `@param {Name}`. Default: comments have no code. */
  readonly codeInComments?: RegExp;
  /** Matches what is before a name in a string that stands for a value: `$` in `"$name"`. Default: the grammar tells. */
  readonly namesInText?: RegExp;
  /** The same for a string among the arguments of a macro, which may read it: `{name}`. Default: no macro does. */
  readonly namesInMacroText?: RegExp;
  /** How calls and assignments begin whose strings name something: `__all__ = [`. Default: none do. */
  readonly quotedNames?: RegExp;
  /** Nodes that a name captured as `@hoisted` or `@symbol` in `locals` is visible in, whatever is in between: `var` in JavaScript. */
  readonly hoistScopes?: readonly string[];
  /** Statements whose names are visible only behind them: `let a = a();` calls another `a`. Default: in the whole scope. */
  readonly bindsBehind?: readonly string[];
  /** Statements whose names are visible from the name on: what is before is not hidden. Default: in the whole scope. */
  readonly bindsFromName?: readonly string[];
  /** One leaf may hold a whole qualified name, such as `A.B.C`. Default: each part is a leaf of its own. */
  readonly qualifiedLeaves?: true;
  /** What a name after a dot on a value may be besides a member of its type; "mixins" are functions of modules. Default: only a member. */
  readonly valueMembers?: "modules" | "functions" | "mixins";
  /** Imported names are re-exported automatically. Default: only explicit exports, and what a header includes. */
  readonly reexportsImports?: true;
  /** A module name in an import never names a symbol. Default: it may. */
  readonly modulesAreNoSymbols?: true;
  /** How a file names what it exports itself. Default: it does not. */
  readonly ownExports?: RegExp;
  /** Imports never bring in a value or method of a type, except for values of an enum, or in lines that match. Default: they may. */
  readonly importsNoMembers?: true | "but variants" | RegExp;
  /** Whether a member has no name but that of its type. Default: each has one of its own. */
  readonly isEmbedded?: (member: { readonly kind: SymbolKind; readonly signature: string }) => boolean;
  /** Enums whose values are visible beside them, by how they begin. Default: values are members. */
  readonly openEnums?: RegExp;
  /** Leaf nodes that name members only, never local values. Default: there are none. */
  readonly memberNames?: readonly string[];
  /** Whether a name without a receiver may be that of a field. Default: any may. */
  readonly mayBeMember?: (name: Node) => boolean;
  /** Code may use what headers of C declare. Default: it cannot. */
  readonly readsHeaders?: true;
  /** Code directly in the body of a type sees its members without a qualifier. Default: as code in methods does. */
  readonly bodiesSeeMembers?: true;
  /** Code directly in the body of a class, such as decorators, sees none of its members without a qualifier. Default: it may. */
  readonly plainBodies?: true;
  /** Whether `this` before a name may be something else than a value of the type around. Default: it never is. */
  readonly mayBeOtherSelf?: (name: Node) => boolean;
  /** Whether the members of another value come before what is around a bare name, if that value has such. Default: they never do. */
  readonly selfAround?: (name: Node) => "other" | "possible" | undefined;
  /** Whether a function is meant only by calls and references to it, so that a value may have its name. Default: none is. */
  readonly onlyCalled?: (declared: { readonly kind: SymbolKind; readonly signature: string }) => boolean;
  /** A method may use members of its own type without a qualifier. Default: never. */
  readonly implicitSelf?: true;
  /** Files that only describe what other files declare, such as `a.d.ts`. Default: none do. */
  readonly descriptions?: RegExp;
  /** The shorter name by which attributes name a type: `Name` for `NameAttribute`. Default: there is none. */
  readonly attributeName?: (declared: { readonly kind: SymbolKind; readonly name: string }) => string | undefined;
  /** A namespace sees what the ones around it declare. Default: it sees only its own. */
  readonly seesOuterNamespaces?: true;
  /** Whether a function is called as a member of its first parameter. Default: none is. */
  readonly isExtension?: (declared: { readonly kind: SymbolKind; readonly signature: string }) => boolean;
  /** Whether a bare name in a function may be a member of the type that the function extends. Default: it is not. */
  readonly mayBeReceivers?: (name: string, around: { readonly name: string; readonly signature: string }) => boolean;
  /** Whether a method may share its name with inherited ones, so that arguments choose. Default: it does not. */
  readonly mayInheritOverloads?: (method: Pick<TypedDeclaration, "signature">) => boolean;
  /** How many arguments a type has at a place, where types that differ in that may share a name. Default: they may not. */
  readonly typeArityAt?: (name: Node) => number;
  /** A type may continue in another file: partial classes, `impl` blocks, code separate from its header. Default: never. */
  readonly hasPartialTypes?: true;
  /** Whether a member may be declared in one part of its type and defined in another one. Default: each is another member. */
  readonly definesApart?: (declared: { readonly signature: string }) => boolean;
  /** Types and constants at the top of a file are visible in the whole program, each name once. Default: they need not be. */
  readonly globalTypes?: true;
  /** So may a module. Default: each declaration of one is another. */
  readonly opensModules?: true;
  /** A dot joins texts. Default: it leads to a member. */
  readonly dotJoins?: true;
  /** `->` leads from a value to its member. Default: it does not; it belongs to a function or a pattern. */
  readonly memberArrow?: true;
  /** Whether a name begins at the top, outside of all types and namespaces: `::name`. Default: none does. */
  readonly isRooted?: (name: Node) => boolean;
  /** Whether an arrow before a name is followed by the type of a result, so that it leads to no member. Default: it never is. */
  readonly isResultType?: (name: Node) => boolean;
  /** A bare name that is called is never a local value. Default: it may be one. */
  readonly bareCallsNeverLocal?: true;
  /** A field that is a function is called by its bare name. Default: only methods are. */
  readonly callsFields?: true;
  /** Whether a call may pass over a local value of its name, since that is no function. Default: the value is called. */
  readonly mayCallPast?: (local: Node) => boolean;
  /** A call may mean a function of the namespace of an argument's type. Default: only scopes and imports tell. */
  readonly findsByArguments?: true;
  /** A call means the nearest function that its arguments fit, not the nearest of its name. Default: the nearest. */
  readonly callsByArguments?: true;
  /**
   * Matches the receiver that means what the enclosing type inherits. Or what `super` means instead: the "result" of the inherited
   * method, or the enclosing "module". Default: `super`, also with arguments.
   */
  readonly superReceiver?: RegExp | "result" | "module";
  /** What a name may mean by its place alone, in languages that keep kinds of names apart. Default: anything. */
  readonly meaningAt?: (node: Node, name: string) => PlaceMeaning | undefined;
  /** What a declaration before a bare name brings in by that name. Default: only imports do. */
  readonly broughtBy?: (node: Node) => BroughtName | undefined;
  /** Kinds of symbols that a name may mean by its place alone. Default: any. */
  readonly kindsAt?: (node: Node) => readonly SymbolKind[] | undefined;
  /** What a name before a value in a literal names. Default: by the kinds of nodes that languages share. */
  readonly literalKeyAt?: (node: Node) => LiteralKey | undefined;
  /** Fields are methods, which a call of the type's body declares by their names. Default: fields are no methods. */
  readonly fieldsAreMethods?: true;
  /** Where another method writes a field than reads it: whether it can be written. Default: one that can be read can be written. */
  readonly writableField?: (field: { readonly signature: string }) => boolean;
  /** What a type calls of its own may be what a type that extends it declares. Default: what it declares itself is meant. */
  readonly callsOverrides?: true;
  /** A type may extend several others, and `super` in one of them may mean the next, which it does not name. Default: only those that it names. */
  readonly joinsBases?: true;
  /** Whether a method is one of the type itself; undefined if that cannot be told. Default: it cannot. */
  readonly isOfType?: (method: { readonly name: string; readonly signature: string }) => boolean | undefined;
  /** Whether the name of a function alone calls it in this line, as in Ruby. Default: brackets do. */
  readonly isCalledByName?: (
    called: { readonly name: string; readonly kind: SymbolKind; readonly signature: string },
    line: string,
  ) => boolean;
  /** Whether a text names a member of a value that is not known, as `:name` in `map(&:name)`. Default: none does. */
  readonly calledSymbols?: (node: Node) => boolean;
  /** What a name means after the aliases and imports around it, where the file alone tells. Default: they are compared by names. */
  readonly wholeNameAt?: (
    node: Node,
    place: { readonly name: string; readonly start: number },
  ) => WholeName | undefined;
}
