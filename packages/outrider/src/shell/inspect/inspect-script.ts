import type { Node } from "web-tree-sitter";
import { type Assignment, findAssignmentDangers, hidden, hidesCommand } from "./assignments.ts";
import { programName, type Invocation } from "./invocation.ts";
import { judgeTarget, laterReason, type Target } from "./judge-target.ts";
import { isKnownProgram, packageRunners } from "./known-programs.ts";
import { isDeeper, type ParseScript } from "./parse-script.ts";
import type { PathJudge } from "./places.ts";
import { readWord, type WordScope } from "./read-word.ts";
import { loses, matches, type Rule } from "./rule.ts";
import { containerRules } from "./rules/containers.ts";
import { databaseRules } from "./rules/databases.ts";
import { fileRules } from "./rules/files.ts";
import { gitRules } from "./rules/git.ts";
import { languageRules } from "./rules/languages.ts";
import { outputRules } from "./rules/outputs.ts";
import { publishingRules } from "./rules/publishing.ts";
import { reachingOptionRules } from "./rules/reaching-options.ts";
import { scriptRules } from "./rules/scripts.ts";
import { settingRules } from "./rules/settings.ts";
import { systemRules } from "./rules/system.ts";
import { findSecret, type IsSecret, namesSecret } from "./secrets.ts";
import { findShellDangers } from "./shell-dangers.ts";
import { findCommands, type SimpleCommand } from "./simple-command.ts";
import { isInterpreter, isShell, isUnwrapped, readAssignment, unwrap } from "./unwrap.ts";
import { findVariables } from "./variables.ts";
import { literalWord, textOf, textsOf, type Word } from "./word.ts";

/** The whole table. A program without a rule runs without asking if it is known or belongs to the project. */
const rules: readonly Rule[] = [
  ...fileRules,
  ...outputRules,
  ...scriptRules,
  ...languageRules,
  ...settingRules,
  ...reachingOptionRules,
  ...gitRules,
  ...systemRules,
  ...publishingRules,
  ...containerRules,
  ...databaseRules,
];

export interface InspectContext {
  readonly parse: ParseScript;
  readonly places: PathJudge;
  readonly scope: WordScope;
  readonly isSecret: IsSecret;
  /** Nesting depth of this script. */
  readonly depth: number;
  /** Functions that the script or an enclosing one defines. */
  readonly functions: ReadonlySet<string>;
  /** Files that the script or an enclosing one writes, links resolved. */
  readonly written: ReadonlySet<string>;
  /** The program comes from a package or a container. */
  readonly isPackaged: boolean;
  /** `remains`: it is a reason in a sandbox too. */
  readonly tell: (reason: string, shown: string, remains?: boolean) => void;
}

const deepest = 8;
const longest = 65_536;
const deepestNode = 200;
const maxCommands = 500;
const maxWords = 1_000;
const maxNodes = 8_000;

/** Finds everything in a script that the user should be asked about. */
export function inspectScript(script: string, context: InspectContext): void {
  if (script.length > longest) return context.tell(`is longer than ${longest} characters`, script);
  if (context.depth > deepest) return context.tell("scripts inside of scripts, too deep to follow", script);
  // The grammar reads these as two words, the shell as one.
  if (/[^\s\\]\\\n[^\s]/.test(script)) context.tell("a word goes on in the next line", script);
  context.parse(script, (root) => inspectTree(root, script, context));
}

function inspectTree(root: Node, script: string, outer: InspectContext): void {
  if (root.hasError) return outer.tell("cannot be parsed, so nobody can tell what it does", script);
  if (root.descendantCount > maxNodes) return outer.tell("has too many words to look into", script);
  if (isDeeper(root, deepestNode)) return outer.tell("is nested too deep to follow", script);
  const scope = { ...outer.scope, variables: [findVariables(root), ...outer.scope.variables] };
  if (root.descendantsOfType("command").length > maxCommands)
    return outer.tell("has too many commands to look into", script);
  const commands = findCommands(root, scope);
  if (commands.reduce((sum, { words }) => sum + words.length, 0) > maxWords)
    return outer.tell("has too many words to look into", script);
  const definitions = root.descendantsOfType("function_definition");
  const functions = new Set([
    ...outer.functions,
    ...definitions.map((each) => each.childForFieldName("name")?.text ?? ""),
  ]);
  const written = new Set([...outer.written, ...writtenFiles(root, commands, { ...outer, scope })]);
  const context = { ...outer, scope, functions, written };
  for (const assignment of root.descendantsOfType("variable_assignment")) {
    const name = assignment.childForFieldName("name")?.text ?? "";
    const value = assignment.childForFieldName("value");
    if (value === null) continue;
    inspectAssignment({ name, value: readWord(value, scope) }, assignment.text, context);
  }
  for (const command of commands) followMove(command.words, context.places);
  for (const command of commands) inspectWords(command.words, command, context);
  for (const node of root.descendantsOfType(["declaration_command", "unset_command", "test_command"]))
    inspectQuoted(node, context);
  for (const redirect of root.descendantsOfType("file_redirect")) inspectRedirect(redirect, context);
  for (const definition of definitions) inspectFunction(definition, context);
  for (const expansion of root.descendantsOfType("expansion")) {
    if (expansion.text.endsWith("@P}"))
      context.tell("runs commands that are in the value of a variable", expansion.text);
  }
}

function inspectWords(words: readonly Word[], command: SimpleCommand, context: InspectContext): void {
  const [name, ...args] = words;
  if (name === undefined) return;
  const program = programName(name);
  if (program === undefined) return context.tell("the program cannot be told before it runs", command.shown);
  const invocation: Invocation = { program, args, command, places: context.places };
  for (const rule of rules)
    if (matches(rule, invocation)) context.tell(rule.reason, command.shown, loses(rule, invocation));
  if (!isKnown(name, program, context)) context.tell("is a program that Outrider does not know", command.shown);
  if (runsWritten(name, invocation, context)) context.tell("runs a file that the same command writes", command.shown);
  const secret = findSecret(invocation, context.isSecret);
  if (secret !== undefined) context.tell(`names a file with credentials (${secret.shown})`, command.shown, true);
  const inner = unwrap(program, args);
  for (const directory of inner.directories ?? []) context.places.move(directory);
  for (const assignment of inner.assignments ?? []) inspectAssignment(assignment, command.shown, context);
  const isPackaged = packageRunners.has(program);
  for (const wrapped of inner.commands) inspectWords(wrapped, command, { ...context, isPackaged });
  const found = findShellDangers(invocation);
  for (const reason of found.reasons) context.tell(reason, command.shown);
  for (const script of [...inner.scripts, ...found.scripts]) inspectInner(script, command.shown, context);
}

/** By its name, or because it lies in the project or where users keep their own programs. */
function isKnown(name: Word, program: string, { functions, places, isPackaged }: InspectContext): boolean {
  if (isPackaged || functions.has(textOf(name) ?? "")) return true;
  const isNamed = isKnownProgram(program) || isUnwrapped(program) || isRuled(program);
  if (!name.readings.some((reading) => reading.includes("/"))) return isNamed;
  const paths = places.pathsOf(name) ?? [];
  if (paths.length > 0 && paths.every((path) => places.isOwn(path))) return true;
  const isUsual = paths.length > 0 && paths.every((path) => usualPlaces.test(path));
  return isUsual ? isNamed : paths.length > 0 && paths.every((path) => ownPlaces.test(path));
}

const usualPlaces =
  /^\/(?:usr\/(?:local\/)?)?s?bin\/[^/]+$|^\/(?:opt|nix\/store|run\/current-system|snap|usr\/lib|usr\/local)\/(?:[^/]+\/)*bin\/[^/]+$|^[A-Za-z]:/;
const ownPlaces = /\/(?:\.local|\.cargo|go|\.bun|\.deno)\/bin\/[^/]+$/;

function isRuled(program: string): boolean {
  return ruledNames.has(program) || ruledStarts.some((start) => program.startsWith(start));
}

const ruled = rules.flatMap(({ programs }) => programs);
const ruledNames: ReadonlySet<string> = new Set(ruled.filter((name) => !name.endsWith("*")));
const ruledStarts = ruled.filter((name) => name.endsWith("*") && name !== "*").map((name) => name.slice(0, -1));

const writers = new Set(["tee", "cp", "mv", "install", "ln", "dd", "sponge"]);

/** What redirections and simple writers of a script write, as far as it can be told. */
function writtenFiles(
  root: Node,
  commands: readonly SimpleCommand[],
  { places, scope }: InspectContext,
): readonly string[] {
  const targets = root.descendantsOfType("file_redirect").flatMap((redirect) => {
    const destination = redirect.childForFieldName("destination");
    return destination === null || /^\d*<(?!>)/.test(redirect.text) ? [] : [readWord(destination, scope)];
  });
  const operandsOf = commands.flatMap(({ words: [name, ...args] }) =>
    name !== undefined && writers.has(programName(name) ?? "") ? args : [],
  );
  return [...targets, ...operandsOf].flatMap((word) => places.pathsOf(word) ?? []).map((path) => places.real(path));
}

/** Nobody could read a script that is made and run in one command. */
function runsWritten(name: Word, { program, args, places }: Invocation, { written }: InspectContext): boolean {
  if (written.size === 0) return false;
  const isWritten = (word: Word): boolean =>
    places.pathsOf(word)?.some((path) => written.has(places.real(path))) === true;
  if (name.readings.some((reading) => reading.includes("/")) && isWritten(name)) return true;
  if (scriptReaders.has(program)) return args.some(isWritten);
  if (!isShell(program) && !isInterpreter(program)) return false;
  const script = args.find((word) => !textsOf(word).some((text) => text.startsWith("-")));
  return script !== undefined && isWritten(script);
}

const scriptReaders = new Set(["source", ".", "make", "gmake", "awk", "gawk", "mawk", "nawk", "cmake", "java"]);

/** Where a `cd` goes, also after `command` and `builtin`. */
function followMove(words: readonly Word[], places: PathJudge): void {
  const [name, ...args] = words;
  const program = name === undefined ? undefined : textOf(name);
  if (program === "command" || program === "builtin") return followMove(args, places);
  if (!["cd", "pushd", "popd", "chdir"].includes(program ?? "")) return;
  const to = args.find((word) => !/^-[A-Za-z@-]/.test(textOf(word) ?? ""));
  if (to === undefined && program !== "popd") return places.move(homeWord);
  // "-" and "+1" go back, to an unknown place if there was no earlier move.
  const isBack = to === undefined || /^(?:-|[-+]\d+)$/.test(textOf(to) ?? "");
  if (!isBack || !places.hasMoved()) places.move(isBack ? undefined : to);
}

const homeWord: Word = { ...literalWord("~"), readings: ["~"] };

function inspectInner(script: Word, shown: string, context: InspectContext): void {
  if (script.unknown || script.readings.length !== 1) {
    return context.tell("the script inside of it cannot be told before it runs", shown);
  }
  inspectScript(textOf({ ...script }) ?? script.shown, { ...context, depth: context.depth + 1 });
}

const targetReasons: Readonly<Record<Exclude<Target, "fine">, string>> = {
  unknown: "writes to a file that cannot be told before it runs",
  outside: "writes outside of the working directory",
  device: "writes to a device or to the system",
  network: "opens a connection to another machine",
  protected: "writes where git or Outrider keep their own files",
  later: laterReason,
};

function inspectRedirect(redirect: Node, context: InspectContext): void {
  const destination = redirect.childForFieldName("destination");
  const operator = redirect.children.find((child) => !child.isNamed)?.text ?? "";
  if (destination === null) return;
  const word = readWord(destination, context.scope);
  if (namesSecret(word, context.places, context.isSecret))
    context.tell("opens a file with credentials", redirect.text, true);
  if (destination.type === "process_substitution") return;
  // `2>&1` and `>&-` name descriptors.
  if (operator.endsWith("&") && /^[\d-]+$/.test(destination.text)) return;
  const target = judgeTarget(word, context.places);
  if (operator === "<" ? target === "network" : target !== "fine") {
    context.tell(
      target === "fine" ? "" : targetReasons[target],
      redirect.text,
      ["protected", "later"].includes(target),
    );
  }
}

function inspectAssignment(assignment: Assignment, shown: string, context: InspectContext): void {
  const { name } = assignment;
  if (name === "CDPATH" || name === "OLDPWD") context.places.move(undefined);
  if (name === "HOME") context.places.forgetHome();
  const found = findAssignmentDangers(assignment, context.places);
  for (const reason of found.reasons) context.tell(reason, shown);
  for (const script of found.scripts) inspectInner(script, shown, context);
}

/** `export`, `declare`, `[[ ]]` and the like: their quoted arguments may be an assignment, or hide commands. */
function inspectQuoted(node: Node, context: InspectContext): void {
  for (const part of node.descendantsOfType(["raw_string", "string", "ansi_c_string", "concatenation"])) {
    const word = readWord(part, context.scope);
    if (textsOf(word).some(hidesCommand)) context.tell(hidden, node.text);
    const isOwn = part.parent?.id === node.id && /^[A-Za-z_]\w*=/.test(word.readings[0] ?? "");
    if (isOwn && node.type === "declaration_command") inspectAssignment(readAssignment(word), node.text, context);
  }
}

/** A function that calls itself more than once, or in the background, is a fork bomb. */
function inspectFunction(definition: Node, { tell }: InspectContext): void {
  const name = definition.childForFieldName("name")?.text;
  const body = definition.childForFieldName("body");
  const calls = body?.descendantsOfType("command_name").filter((called) => called.text === name) ?? [];
  if (calls.length > 0) tell("a function that runs itself", definition.text);
}
