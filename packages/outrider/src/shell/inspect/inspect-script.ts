import type { Node } from "web-tree-sitter";
import { type Assignment, findAssignmentDangers, hidden, hidesCommand } from "./assignments.ts";
import { programName, type Invocation } from "./invocation.ts";
import { judgeTarget, laterReason, type Target } from "./judge-target.ts";
import { isDeeper, type ParseScript } from "./parse-script.ts";
import type { PathJudge } from "./places.ts";
import { readWord, type WordScope } from "./read-word.ts";
import { loses, matches, type Rule } from "./rule.ts";
import { containerRules } from "./rules/containers.ts";
import { databaseRules } from "./rules/databases.ts";
import { fileRules } from "./rules/files.ts";
import { gitRules } from "./rules/git.ts";
import { outputRules } from "./rules/outputs.ts";
import { publishingRules } from "./rules/publishing.ts";
import { scriptRules } from "./rules/scripts.ts";
import { systemRules } from "./rules/system.ts";
import { findSecret, type IsSecret, namesSecret } from "./secrets.ts";
import { findShellDangers } from "./shell-dangers.ts";
import { findCommands, type SimpleCommand } from "./simple-command.ts";
import { readAssignment, unwrap } from "./unwrap.ts";
import { findVariables } from "./variables.ts";
import { literalWord, textOf, textsOf, type Word } from "./word.ts";

/** The whole table. A program without a rule runs without asking. */
const rules: readonly Rule[] = [
  ...fileRules,
  ...outputRules,
  ...scriptRules,
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
  const context = { ...outer, scope };
  if (root.descendantsOfType("command").length > maxCommands)
    return outer.tell("has too many commands to look into", script);
  const commands = findCommands(root, scope);
  if (commands.reduce((sum, { words }) => sum + words.length, 0) > maxWords)
    return outer.tell("has too many words to look into", script);
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
  for (const definition of root.descendantsOfType("function_definition")) inspectFunction(definition, context);
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
  const secret = findSecret(invocation, context.isSecret);
  if (secret !== undefined) context.tell(`names a file with credentials (${secret.shown})`, command.shown, true);
  const inner = unwrap(program, args);
  for (const directory of inner.directories ?? []) context.places.move(directory);
  for (const assignment of inner.assignments ?? []) inspectAssignment(assignment, command.shown, context);
  for (const wrapped of inner.commands) inspectWords(wrapped, command, context);
  const found = findShellDangers(invocation);
  for (const reason of found.reasons) context.tell(reason, command.shown);
  for (const script of [...inner.scripts, ...found.scripts]) inspectInner(script, command.shown, context);
}

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
