import { ToolError } from "toolwright";
import type { ImportFact, ImportedName } from "../../../languages/modules/module-facts.ts";
import { showPath } from "../../../workspace/paths/check-path.ts";
import { type Location, locationAt } from "../location.ts";
import type { FileLookup } from "../module-files.ts";
import { type SymbolMove, isCut } from "../symbol-move.ts";
import { absoluteTargets, meansModule, relativeTarget, writeRelative } from "./paths.ts";

/** What the moved code uses from its old file. */
export interface PythonNeeds {
  /** Import statements for the target. */
  readonly lines: readonly string[];
  /** Files that these statements import. */
  readonly files: readonly string[];
  /** Names in the target's own imports of the symbol from its old file. */
  readonly drop: readonly { readonly statement: ImportFact; readonly name: ImportedName }[];
  readonly doubts: readonly Location[];
}

/** Refuses anything but a plain declaration, and names that are reassigned elsewhere. */
export function requirePythonMovable(move: SymbolMove): void {
  const { old, name, cut } = move;
  const refuse = (why: string): never => {
    throw new ToolError("cannot_prove", `${name} in ${showPath(old.file.path)} was not moved: ${why}.`);
  };
  for (const { start, end } of cut.spans) {
    const code = old.file.text.slice(start, end).replace(/^(?:\s*#.*\n)*\s*/, "");
    if (!/^(?:@|def\b|async\b|class\b|type\s|[\p{L}_][\p{L}\p{N}_]*\s*[:=])/u.test(code))
      refuse("it is declared inside of a block");
  }
  if (cut.spans.length > 1 && !/^@(?:\w+\.)*(?:overload|singledispatch)\b/m.test(cut.text))
    refuse("it is declared several times");
  if (old.facts.uses.some((use) => use.name === name && use.isWritten && !isCut(move, use.start)))
    refuse(`${old.file.path} gives it a new value, which an import would not see`);
}

export async function readPythonNeeds(move: SymbolMove, isFile: FileLookup): Promise<PythonNeeds> {
  const { old, target, to, name } = move;
  const names = new Set(
    old.facts.uses.flatMap((use) => (isCut(move, use.start) && use.name !== name ? [use.name] : [])),
  );
  const lines: string[] = [];
  const files: string[] = [];
  const { drop, doubts } = await ownImports(move, isFile);
  const ofOld: string[] = [];
  const locals = old.facts.imports
    .flatMap((each) => each.names.map(({ local }) => local))
    .filter((each) => names.has(each));
  for (const each of new Set([...locals, ...names])) {
    const all = old.facts.imports.filter((statement) => statement.names.some(({ local }) => local === each));
    const isDeclared = old.facts.declared.some((declared) => declared.name === each);
    if (all.length === 0 && !isDeclared) {
      requireKnown(move, each);
      requireFree(move, each);
      continue;
    }
    if (isDeclared && all.length === 0) {
      requireSteady(move, each);
      if (!(await hasFromOld(move, each, isFile))) {
        requireFree(move, each);
        ofOld.push(each);
      }
      continue;
    }
    if (isDeclared || all.some(({ isTop }) => !isTop)) throw unclearImport(move, each);
    for (const statement of all) {
      const line = await copyStatement(move, statement, each, isFile);
      const isThere = target !== undefined && linesOf(target.file.text, target.facts.imports, each).includes(line.text);
      if (isThere || lines.includes(line.text)) continue;
      const isPackage = line.text === `import ${statement.source}`;
      if (!isPackage || target?.facts.declared.some((declared) => declared.name === each) === true)
        requireFree(move, each);
      lines.push(line.text);
      files.push(...line.files);
    }
  }
  if (ofOld.length > 0) {
    const source = await writeRelative(
      isFile,
      to,
      old.file.path.replace(/\.py$/, "").replace(/\/__init__$/, ""),
      old.file.path,
    );
    if (source === undefined) throw unclearImport(move, ofOld.join(", "));
    lines.push(`from ${source} import ${ofOld.join(", ")}`);
    files.push(old.file.path);
  }
  if (target?.facts.uses.some((use) => use.name === name) === true && drop.length === 0) throw taken(move, name);
  return { lines, files, drop, doubts };
}

/** An undeclared name is a builtin, unless a star import may provide it. */
function requireKnown(move: SymbolMove, name: string): void {
  const { old } = move;
  const isOpen = old.facts.imports.some(({ names }) => names.some(({ kind }) => kind === "all"));
  if (isOpen && !builtinNames.has(name)) throw unclearImport(move, name);
}

/** An import would copy a changing value as it is at load time. */
function requireSteady(move: SymbolMove, name: string): void {
  const { old } = move;
  const isChanged =
    old.facts.uses.some((use) => use.name === name && use.isWritten) ||
    old.facts.declared.filter((each) => each.name === name).length > 1;
  if (isChanged)
    throw new ToolError(
      "uses_private",
      `${move.name} was not moved: it uses ${name}, which ${showPath(old.file.path)} gives several values. Move both, or hand it over as a parameter.`,
    );
}

function requireFree(move: SymbolMove, name: string): void {
  const { target } = move;
  const isTaken =
    target !== undefined &&
    (target.facts.declared.some((each) => each.name === name) ||
      target.facts.imports.some(({ names }) => names.some(({ local }) => local === name)));
  if (isTaken) throw taken(move, name);
}

function linesOf(text: string, imports: readonly ImportFact[], local: string): readonly string[] {
  return imports.flatMap((each) =>
    each.isTop ? each.names.filter((name) => name.local === local).map((name) => lineOf(text, name, each.source)) : [],
  );
}

function lineOf(text: string, name: ImportedName, source: string): string {
  if (name.kind !== "module") return `from ${source} import ${text.slice(name.span.start, name.span.end)}`;
  return source.split(".")[0] === name.local ? `import ${source}` : `import ${source} as ${name.local}`;
}

async function copyStatement(
  move: SymbolMove,
  statement: ImportFact,
  local: string,
  isFile: FileLookup,
): Promise<{ readonly text: string; readonly files: readonly string[] }> {
  const { old, to } = move;
  const name = statement.names.find((each) => each.local === local);
  if (name === undefined) throw unclearImport(move, local);
  const { source } = statement;
  if (!source.startsWith(".")) {
    const inner = name.kind === "named" ? await absoluteTargets(isFile, old.file.path, `${source}.${name.name}`) : [];
    return {
      text: lineOf(old.file.text, name, source),
      files: [...(await absoluteTargets(isFile, old.file.path, source)), ...inner],
    };
  }
  const target = relativeTarget(old.file.path, source);
  if (target === undefined) throw unclearImport(move, local);
  const file = (await isFile(`${target}.py`)) ? `${target}.py` : `${target}/__init__.py`;
  if (file === to) throw taken(move, local);
  const written = await writeRelative(isFile, to, target, file);
  if (written === undefined || written === "") throw unclearImport(move, local);
  const inner = `${target}/${name.name}.py`;
  return { text: lineOf(old.file.text, name, written), files: [file, ...((await isFile(inner)) ? [inner] : [])] };
}

/** The target's imports of the symbol: they are removed, since it is declared there now. */
async function ownImports(move: SymbolMove, isFile: FileLookup): Promise<Pick<PythonNeeds, "drop" | "doubts">> {
  const { target, old, name } = move;
  const drop: PythonNeeds["drop"][number][] = [];
  const doubts: Location[] = [];
  for (const statement of target?.facts.imports ?? []) {
    if (target === undefined) continue;
    const meaning = await meansModule(isFile, target.file.path, statement.source, old.file.path);
    for (const each of statement.names) {
      const isOurs = each.kind === "named" && each.name === name && meaning.is === "yes";
      if (isOurs && each.local === name && statement.isTop) drop.push({ statement, name: each });
      else if (isOurs) doubts.push(locationAt(target.file, statement.span.start));
      else if (each.local === name) throw taken(move, name);
    }
  }
  return { drop, doubts };
}

async function hasFromOld({ target, old }: SymbolMove, name: string, isFile: FileLookup): Promise<boolean> {
  for (const { source, names, isTop } of target?.facts.imports ?? []) {
    if (
      target === undefined ||
      !isTop ||
      !names.some((each) => each.kind === "named" && each.name === name && each.local === name)
    )
      continue;
    if ((await meansModule(isFile, target.file.path, source, old.file.path)).is === "yes") return true;
  }
  return false;
}

function taken({ to, name: moved }: SymbolMove, name: string): ToolError {
  return new ToolError(
    "name_taken",
    `${moved} was not moved: ${name} means something else in ${showPath(to)} already.`,
  );
}

function unclearImport({ name: moved, old }: SymbolMove, name: string): ToolError {
  return new ToolError(
    "cannot_prove",
    `${moved} in ${showPath(old.file.path)} was not moved: where its ${name} comes from cannot be told. Import it plainly at the top first.`,
  );
}

/** Names that Python code may use without an import. */
const builtinNames: ReadonlySet<string> = new Set(
  (
    "abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex delattr dict dir " +
    "divmod enumerate eval exec filter float format frozenset getattr globals hasattr hash help hex id input int isinstance " +
    "issubclass iter len list locals map max memoryview min next object oct open ord pow print property range repr reversed " +
    "round set setattr slice sorted staticmethod str sum super tuple type vars zip __import__ __name__ __file__ __doc__ " +
    "NotImplemented Ellipsis BaseException Exception ArithmeticError AssertionError AttributeError BlockingIOError " +
    "BrokenPipeError BufferError BytesWarning ChildProcessError ConnectionError DeprecationWarning EOFError EnvironmentError " +
    "ExceptionGroup FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError ImportError " +
    "ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError " +
    "MemoryError ModuleNotFoundError NameError NotADirectoryError NotImplementedError OSError OverflowError " +
    "PendingDeprecationWarning PermissionError ProcessLookupError RecursionError ReferenceError ResourceWarning RuntimeError " +
    "RuntimeWarning StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError " +
    "TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning " +
    "UserWarning ValueError Warning ZeroDivisionError"
  ).split(" "),
);
