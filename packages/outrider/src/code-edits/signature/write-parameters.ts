import { ToolError } from "toolwright";
import type { SignatureRules } from "../../languages/signatures.ts";
import type { Item, ItemList } from "../../syntax/signatures/signature-lists.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import type { NewParameter, Parameter } from "./change.ts";
import { hasReceiverIn, type PlannedChange, textOfItem } from "./plan-change.ts";
import type { WrittenItem } from "./rewrite-list.ts";

/** A declaration of the function whose parameters change. */
export interface Declaration {
  readonly list: ItemList;
  readonly text: string;
  readonly isMember: boolean;
  /** It is the one that the caller has named. */
  readonly isMain: boolean;
  readonly hasBody: boolean;
  /** Another declaration of the same function has no body. */
  readonly hasPrototype: boolean;
  /** It says that it takes the place of one above. */
  readonly isOverride: boolean;
}

/** The parameters of a declaration as they shall be written, or why that is not known. */
export function writeParameters(
  declaration: Declaration,
  change: PlannedChange,
  rules: SignatureRules,
): readonly WrittenItem[] | string {
  const { list, text, isMember } = declaration;
  const own = ownItems(declaration, rules);
  const receivers = hasReceiverIn(list, text, rules, isMember) ? 1 : 0;
  const isShort = own.length !== change.before.length;
  if (isShort && !takesFewer(change, own, rules)) return "it declares other parameters";
  refuseMarked(declaration, change, rules);
  const written: WrittenItem[] = list.items.slice(0, receivers).map((_, from) => ({ from }));
  for (const parameter of isShort ? change.after.slice(0, own.length) : change.after) {
    const made = writeOne(declaration, parameter, change, rules);
    if (typeof made === "string") return made;
    written.push(made.from === undefined ? made : { ...made, from: made.from + receivers });
  }
  return written;
}

export function ownItems({ list, text, isMember }: Declaration, rules: SignatureRules): readonly Item[] {
  return list.items.slice(hasReceiverIn(list, text, rules, isMember) ? 1 : 0);
}

/** A default becomes a mark where there is no body, behind which nothing may be required. */
function refuseMarked(declaration: Declaration, { before, after }: PlannedChange, rules: SignatureRules): void {
  const { defaults, optionalLast } = rules;
  if (defaults !== "not in heads" || optionalLast !== "marks" || declaration.hasBody) return;
  const isWritten = ({ from, text }: NewParameter): boolean => from === undefined || text !== before[from]?.text;
  const at = after.findIndex((each) => each.optional === "default" && isWritten(each));
  const behind =
    at === -1
      ? undefined
      : after.slice(at + 1).find(({ sort, optional }) => sort === "plain" && optional === undefined);
  if (behind === undefined) return;
  throw new ToolError(
    "invalid_parameter",
    `A declaration without a body has no default values, so ${visibleLine(after[at]?.name ?? "")} cannot stand before ${visibleLine(behind.name ?? "")}, which must be given. Put it behind, or add it without a default and with an \`argument\`. Nothing was changed.`,
  );
}

/** A function that leaves out the last parameters need not know of others behind its own. */
function takesFewer({ before, after }: PlannedChange, own: readonly Item[], { omitted }: SignatureRules): boolean {
  if (omitted === undefined || own.length > before.length) return false;
  return own.every((_, at) => after[at]?.from === at);
}

function writeOne(
  declaration: Declaration,
  parameter: NewParameter,
  { before }: PlannedChange,
  rules: SignatureRules,
): WrittenItem | string {
  const { from, text: wanted } = parameter;
  const old = from === undefined ? undefined : before[from];
  const item = from === undefined ? undefined : ownItems(declaration, rules)[from];
  if (from === undefined || old === undefined || item === undefined)
    return { text: asDeclared(declaration, parameter, rules) };
  if (wanted === old.text) return { from };
  const is = textOfItem(declaration.list, item, declaration.text);
  if (declaration.isMain) return { from, text: asDeclared(declaration, parameter, rules) };
  const bare = (text: string): string => withoutDefault(text).replaceAll(/\s+/g, "");
  if (isRenamed(old, parameter)) {
    if (item.name !== old.name || item.nameSpan === undefined) return { from };
    const at = item.nameSpan.start - item.start;
    return { from, text: is.slice(0, at) + (parameter.name ?? "") + is.slice(at + (old.name ?? "").length) };
  }
  if (bare(is) === bare(old.text)) {
    const hadDefault = withoutDefault(is) !== is || withoutDefault(old.text) === old.text;
    return { from, text: hadDefault ? asDeclared(declaration, parameter, rules) : withoutDefault(wanted) };
  }
  return "it declares the parameter in another way";
}

/** Nothing but the name is different. */
function isRenamed(old: Parameter, { text, name }: NewParameter): boolean {
  if (old.name === undefined || name === undefined || old.name === name) return false;
  const at = old.text.search(
    new RegExp(`(?<![\\p{L}\\p{N}_])${old.name.replaceAll(/[$]/g, "\\$&")}(?![\\p{L}\\p{N}_])`, "u"),
  );
  return at !== -1 && old.text.slice(0, at) + name + old.text.slice(at + old.name.length) === text;
}

/** The code of a parameter with its default where the language has it. */
function asDeclared(declaration: Declaration, { text, name }: NewParameter, { defaults }: SignatureRules): string {
  const { hasBody, hasPrototype, isOverride } = declaration;
  if (defaults === "in prototypes") return hasBody && hasPrototype ? withoutDefault(text) : text;
  if (defaults === "not in overrides") return isOverride ? withoutDefault(text) : text;
  if (defaults !== "not in heads" || hasBody || withoutDefault(text) === text) return text;
  const head = withoutDefault(text);
  const [, before = head, type] = /^([^:?]+?)\s*(?::\s*([^]*))?$/.exec(head) ?? [];
  const value = text.slice(head.length).replace(/^\s*=\s*/, "");
  const known = type ?? literalTypes.find(([pattern]) => pattern.test(value))?.[1];
  if (known !== undefined) return `${before.trim()}?: ${known}`;
  throw new ToolError(
    "invalid_parameter",
    `${visibleLine(name ?? text)} needs its type in \`code\`, since a declaration without a body has no default values. Nothing was changed.`,
  );
}

const literalTypes = [
  [/^-?[\d_.]+(?:e[+-]?\d+)?$/i, "number"],
  [/^(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`$]*`)$/, "string"],
  [/^(?:true|false)$/, "boolean"],
] as const;

function withoutDefault(text: string): string {
  const found = /^([^]*?[^=!<>\s])\s*=(?![=>])/.exec(text);
  return found?.[1] ?? text;
}

export interface MergedList {
  readonly list: ItemList;
  readonly written: readonly WrittenItem[];
}

/** Parameters that share a type are one item of the text as long as they stand together. */
export function mergeGroups(list: ItemList, written: readonly WrittenItem[], text: string): MergedList {
  if (list.items.every(({ group }) => group === undefined)) return { list, written };
  const groupOf = (from: number | undefined): number | undefined =>
    from === undefined ? undefined : list.items[from]?.group;
  const merged = list.items.filter(({ group }, at) => group === undefined || groupOf(at - 1) !== group);
  const indexOf = (from: number): number => {
    const item = list.items[from];
    return merged.findIndex((each) => each === item || (item?.group !== undefined && each.group === item.group));
  };
  const out: WrittenItem[] = [];
  for (let at = 0; at < written.length; at += 1) {
    const each = written[at];
    if (each === undefined) continue;
    const group = groupOf(each.from);
    if (each.from === undefined || (group !== undefined && each.text !== undefined))
      out.push({ text: each.text ?? "" });
    else if (group === undefined) out.push({ ...each, from: indexOf(each.from) });
    else {
      const run = [each.from];
      for (let next = written[at + 1]; next?.from !== undefined && next.text === undefined; next = written[at + 1]) {
        if (groupOf(next.from) !== group) break;
        run.push(next.from);
        at += 1;
      }
      out.push(runOf(list, run, group, indexOf(each.from), text));
    }
  }
  return { list: { ...list, items: merged }, written: out };
}

function runOf({ items }: ItemList, run: readonly number[], group: number, index: number, text: string): WrittenItem {
  const all = items.flatMap((each, at) => (each.group === group ? [at] : []));
  if (all.length === run.length && all.every((from, at) => run[at] === from)) return { from: index };
  const last = items[all.at(-1) ?? 0];
  const type = text.slice(last?.nameSpan?.end ?? 0, last?.end);
  return { text: run.map((from) => items[from]?.name ?? "").join(", ") + type };
}
