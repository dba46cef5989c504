import type { Node } from "web-tree-sitter";
import { programName, type Invocation } from "./invocation.ts";
import { judgeTarget, type Target } from "./judge-target.ts";
import { isDeeper, type ParseScript } from "./parse-script.ts";
import type { Places } from "./places.ts";
import { readWord, type WordScope } from "./read-word.ts";
import { matches } from "./rule.ts";
import { rules } from "./rules.ts";
import { findSecret, type IsSecret, namesSecret } from "./secrets.ts";
import { findShellDangers } from "./shell-dangers.ts";
import { findCommands, type SimpleCommand } from "./simple-command.ts";
import { unwrap } from "./unwrap.ts";
import { findVariables } from "./variables.ts";
import { textOf, type Word } from "./word.ts";

export interface InspectContext {
  readonly parse: ParseScript;
  readonly places: Places;
  readonly scope: WordScope;
  readonly isSecret: IsSecret;
  /** How many scripts this one is inside of. */
  readonly depth: number;
  readonly tell: (reason: string, shown: string) => void;
}

const deepest = 8;
const longest = 65_536;
const deepestNode = 200;
const mostCommands = 500;

/** Finds everything in a script that a person should be asked about. */
export function inspectScript(script: string, context: InspectContext): void {
  if (script.length > longest) return context.tell(`is longer than ${longest} characters`, script);
  if (context.depth > deepest) return context.tell("scripts inside of scripts, too deep to follow", script);
  // The grammar takes these for two words, the shell for one.
  if (/[^\s\\]\\\n[^\s]/.test(script)) context.tell("a word goes on in the next line", script);
  context.parse(script, (root) => inspectTree(root, script, context));
}

function inspectTree(root: Node, script: string, outer: InspectContext): void {
  if (root.hasError) return outer.tell("cannot be parsed, so nobody can tell what it does", script);
  if (isDeeper(root, deepestNode)) return outer.tell("is nested too deep to follow", script);
  const scope = { ...outer.scope, variables: [findVariables(root), ...outer.scope.variables] };
  const context = { ...outer, scope };
  if (root.descendantsOfType("command").length > mostCommands)
    return outer.tell("has too many commands to look into", script);
  const commands = findCommands(root, scope);
  for (const command of commands) {
    const [name, to] = command.words;
    if (name !== undefined && ["cd", "pushd", "popd", "chdir"].includes(textOf(name) ?? "")) context.places.move(to);
  }
  for (const command of commands) inspectWords(command.words, command, context);
  for (const assignment of root.descendantsOfType("variable_assignment")) inspectAssignment(assignment, context);
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
  for (const rule of rules) if (matches(rule, invocation)) context.tell(rule.reason, command.shown);
  const secret = findSecret(invocation, context.isSecret);
  if (secret !== undefined) context.tell(`names a file with credentials (${secret.shown})`, command.shown);
  const inner = unwrap(program, args);
  for (const wrapped of inner.commands) inspectWords(wrapped, command, context);
  const found = findShellDangers(invocation);
  for (const reason of found.reasons) context.tell(reason, command.shown);
  for (const script of [...inner.scripts, ...found.scripts]) inspectInner(script, command, context);
}

function inspectInner(script: Word, command: SimpleCommand, context: InspectContext): void {
  if (script.unknown || script.readings.length !== 1) {
    return context.tell("the script inside of it cannot be told before it runs", command.shown);
  }
  inspectScript(textOf({ ...script }) ?? script.shown, { ...context, depth: context.depth + 1 });
}

const targetReasons: Readonly<Record<Exclude<Target, "fine">, string>> = {
  unknown: "writes to a file that cannot be told before it runs",
  outside: "writes outside of the working directory",
  device: "writes to a device or to the system",
  network: "opens a connection to another machine",
  protected: "writes where git or Outrider keep their own files",
};

function inspectRedirect(redirect: Node, context: InspectContext): void {
  const destination = redirect.childForFieldName("destination");
  const operator = redirect.children.find((child) => !child.isNamed)?.text ?? "";
  if (destination === null) return;
  const word = readWord(destination, context.scope);
  if (namesSecret(word, context.places, context.isSecret)) context.tell("opens a file with credentials", redirect.text);
  if (destination.type === "process_substitution") return;
  // `2>&1` and `>&-` name descriptors.
  if (operator.endsWith("&") && /^[\d-]+$/.test(destination.text)) return;
  const target = judgeTarget(word, context.places);
  if (operator === "<" ? target === "network" : target !== "fine") {
    context.tell(target === "fine" ? "" : targetReasons[target], redirect.text);
  }
}

const loaders =
  /^(?:LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|BASH_ENV|ENV|PROMPT_COMMAND|NODE_OPTIONS|PERL5OPT|RUBYOPT|PYTHONSTARTUP)$/;
const runs =
  /^(?:GIT_(?:SSH|SSH_COMMAND|PROXY_COMMAND|EXTERNAL_DIFF|ASKPASS|EDITOR|SEQUENCE_EDITOR|PAGER)|EDITOR|VISUAL|PAGER|SSH_ASKPASS|BROWSER)$/;

/** Variables that make other programs run something. */
function inspectAssignment(assignment: Node, context: InspectContext): void {
  const name = assignment.childForFieldName("name")?.text ?? "";
  const value = assignment.childForFieldName("value");
  if (value === null || value.text === "") return;
  const text = textOf(readWord(value, context.scope));
  const isTuning =
    name === "NODE_OPTIONS" &&
    text !== undefined &&
    !/--(?:require|import|loader|experimental-loader)\b|-r\b/.test(text);
  if (loaders.test(name) && !isTuning) context.tell("makes every program load or run something first", assignment.text);
  if (!runs.test(name)) return;
  if (text === undefined) return context.tell("the program in it cannot be told before it runs", assignment.text);
  inspectScript(text, { ...context, depth: context.depth + 1 });
}

/** A function that runs itself more than once, or in the background, fills the machine. */
function inspectFunction(definition: Node, { tell }: InspectContext): void {
  const name = definition.childForFieldName("name")?.text;
  const body = definition.childForFieldName("body");
  const calls = body?.descendantsOfType("command_name").filter((called) => called.text === name) ?? [];
  if (calls.length > 0) tell("a function that runs itself", definition.text);
}
