import { ToolError } from "toolwright";
import type { CodeSymbol } from "../../../syntax/code-symbol.ts";
import { codeKinds } from "../../../languages/symbol-kind.ts";
import { visibleLine } from "../../../workspace/text/visible-text.ts";
import type { Part } from "../../code-edit.ts";
import type { EditContext } from "../../edit-context.ts";
import { type Extent, extentOf } from "../places/extent.ts";
import { declaredTogether, holderOf, isDeclarator, isListed } from "../places/siblings.ts";
import { type AfterEdit, type Candidate, declaredIn } from "../settle.ts";
import type { CodeText } from "../text/code-text.ts";
import { startsWithComment } from "../text/comment-marks.ts";
import { fitCode, trimCode } from "../text/fit-code.ts";
import { indentAt } from "../text/lines.ts";
import { headWordsOf, lostWords } from "./head-words.ts";
import { splitTail } from "./split-tail.ts";
import { withoutKeyword } from "./without-keyword.ts";

export interface Planner {
  candidates(body: string): Promise<readonly Candidate[]>;
  notesAfter(after: AfterEdit): readonly string[];
}

/** New code for all of a declaration; its doc comment stays unless the new code has one, or it was asked for. */
export function planDeclaration(context: EditContext, code: CodeText, symbol: CodeSymbol, part: Part): Planner {
  const extent = extentOf(code, symbol);
  const isShort = symbol.span.start === symbol.nameSpan.start && (isDeclarator(code, symbol) || code.language === "go");
  return {
    async candidates(body) {
      const sent = trimCode(isShort ? withoutKeyword(code, symbol, trimCode(body)) : body);
      const hasDoc = startsWithComment(code.language, sent);
      const takesDoc = extent.lead < extent.start && (part === "with_doc" || hasDoc);
      const start = takesDoc ? extent.lead : extent.start;
      const notes = takesDoc ? docNotes(part, hasDoc) : [];
      const { main, tail } = await splitTail(context, code, sent, extent, isListed(code, symbol));
      const place = { start, end: extent.coreEnd, indent: indentAt(code.text, start) };
      const fitted = (await fitCode(context, code, main, place)).trimStart();
      return endings(code, extent, { start, fitted, tail, notes }).map((candidate) => ({
        ...candidate,
        judge: (after) =>
          requireDeclaration(code, symbol, after) ?? requireOthers(code, symbol, after) ?? candidate.judge?.(after),
      }));
    },
    notesAfter: (after) => notesOn(code, symbol, after),
  };
}

function docNotes(part: Part, hasDoc: boolean): readonly string[] {
  if (part !== "with_doc") return ["The doc comment was replaced as well, since the new code begins with one."];
  return hasDoc ? [] : ["The doc comment is gone: the new code has none."];
}

interface NewCode {
  readonly start: number;
  readonly fitted: string;
  /** A comment at its end, behind the separator. */
  readonly tail: string;
  readonly notes: readonly string[];
}

/** With the `;` or `,` that was there; without it where the new code is a block that needs none. */
function endings(code: CodeText, extent: Extent, { start, fitted, tail, notes }: NewCode): readonly Candidate[] {
  const { separator, coreEnd, end, tail: oldTail } = extent;
  if (tail !== "") {
    const isCommented = oldTail > end && !code.text.slice(end, oldTail).includes("\n");
    return [{ replacements: [{ start, end: isCommented ? oldTail : end, text: fitted + separator + tail }], notes }];
  }
  // A `;` is a part of the statement: left out, it would seem to be code of others that changes.
  const ending = separator === ";" ? code.text.slice(coreEnd, end) : "";
  const kept: Candidate = { replacements: [{ start, end: coreEnd + ending.length, text: fitted + ending }], notes };
  const old = { text: code.text, symbols: code.symbols, region: { start: extent.start, end: coreEnd } };
  const wasBlock = code.text[coreEnd - 1] === "}" && needsNoEnd(code.language, old);
  if (separator !== ";" || !fitted.endsWith("}") || wasBlock) return [kept];
  const bare: Candidate = {
    replacements: [{ start, end, text: fitted }],
    notes,
    judge: (after) => (needsNoEnd(code.language, after) ? undefined : "not this"),
  };
  return [bare, kept];
}

const cTypes = new Set(["class", "struct", "enum", "type"]);

/** A block of its own, and no value: `function f() {…}`, but not `const f = {…}` nor `struct S {…}` in C. */
function needsNoEnd(language: string, after: AfterEdit): boolean {
  const last = declaredIn(after, after.region).at(-1);
  if (last?.bodySpan === undefined || last.bodySpan.end !== after.region.end) return false;
  if ((language === "c" || language === "cpp") && cTypes.has(last.kind)) return false;
  return !/=(?!>)/.test(after.text.slice(last.nameSpan.end, last.bodySpan.start).replaceAll(/\([^]*\)/g, ""));
}

function requireDeclaration(code: CodeText, symbol: CodeSymbol, after: AfterEdit): ToolError | undefined {
  if (declaredIn(after, after.region).length > 0) return undefined;
  const holder = holderOf(code, symbol);
  // Values inside of code are nobody's to find, and yet declared.
  const [first = ""] = after.text.slice(after.region.start, after.region.end).split("\n");
  if (holder !== undefined && codeKinds.has(holder.kind) && first.includes(symbol.name)) return undefined;
  const advice = symbol.bodySpan === undefined ? "" : ' `part`: "body" replaces the body alone.';
  return new ToolError(
    "no_declaration",
    `\`body\` declares nothing that could stand in place of ${symbol.kind} ${visibleLine(symbol.path)}: send the whole declaration.${advice} Nothing was changed.`,
  );
}

/** What the same declaration declares besides must not go with it. */
function requireOthers(code: CodeText, symbol: CodeSymbol, after: AfterEdit): ToolError | undefined {
  const names = new Set(declaredIn(after, after.region).map(({ name }) => name));
  const lost = declaredTogether(code, symbol).filter(({ name }) => !names.has(name));
  if (lost.length === 0) return undefined;
  const listed = lost.map(({ path }) => visibleLine(path)).join(", ");
  return new ToolError(
    "shared_declaration",
    `The declaration of ${visibleLine(symbol.path)} declares ${listed}, too, and \`body\` does not: send code that declares all of them. Nothing was changed.`,
  );
}

function notesOn(code: CodeText, symbol: CodeSymbol, after: AfterEdit): readonly string[] {
  const declared = declaredIn(after, after.region);
  const before = [symbol, ...declaredTogether(code, symbol)];
  const names = new Set(declared.map(({ name }) => name));
  const gone = before.filter(({ name }) => !names.has(name)).map(({ name }) => `\`${name}\``);
  const same = declared.find(({ name }) => name === symbol.name) ?? declared[0];
  const lost = same === undefined ? [] : lostWords(headWordsOf(code.text, symbol), headWordsOf(after.text, same));
  return [
    ...(lost.length === 0
      ? []
      : [`Gone with the old declaration: ${lost.map((word) => `\`${visibleLine(word)}\``).join(", ")}.`]),
    ...(gone.length === 0
      ? []
      : [
          `${gone.join(", ")} is declared here no more; the new code declares ${[...names].map((name) => `\`${visibleLine(name)}\``).join(", ")}.`,
        ]),
  ];
}
