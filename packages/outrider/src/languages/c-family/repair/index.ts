import { type Replacement, replaceParts } from "../../replace-parts.ts";
import { hideMacros } from "../macros.ts";
import { openConditionals } from "./conditionals.ts";
import * as cppDeclarations from "./cpp-declarations.ts";
import * as cpp from "./cpp-rules.ts";
import * as declarations from "./declarations.ts";
import * as macroArguments from "./macro-arguments.ts";
import { nestTokens, isCapital, isName, keywords, typeKeywords } from "./nesting.ts";
import * as statements from "./statements.ts";

const shared: readonly statements.Rule[] = [
  macroArguments.plainAssembly,
  macroArguments.hideForeignCode,
  macroArguments.assignFields,
  macroArguments.hideJump,
  macroArguments.openPrototype,
  macroArguments.endList,
  macroArguments.hideStaticMacro,
  macroArguments.hideEmptyArgument,
  statements.endMacro,
  statements.endLabel,
  statements.nameTypeArgument,
  statements.hideOperatorArgument,
  statements.addStrings,
  statements.addMacros,
  statements.plainBuiltin,
  statements.separateValues,
  statements.openDeclaration,
  statements.hideStatementEnd,
  cppDeclarations.hideNullability,
  cppDeclarations.hideBodyMacro,
  declarations.hideAttribute,
  declarations.hideAttributeList,
  declarations.plainMacroType,
  declarations.hideTrailingMacro,
  declarations.nameMember,
  declarations.hideCallingConvention,
];
const cRules: readonly statements.Rule[] = [
  ...shared,
  statements.closeLists,
  declarations.hideEmptyMember,
  macroArguments.nameDefinition,
  macroArguments.openBlockArgument,
];
const cppRules: readonly statements.Rule[] = [
  cppDeclarations.openTypeMacro,
  cppDeclarations.hideParameterMacro,
  cppDeclarations.hideLaunch,
  cppDeclarations.braceReference,
  cppDeclarations.hideLambdaWord,
  cppDeclarations.plainDefault,
  cppDeclarations.hideExpansion,
  cppDeclarations.hideMacroCalls,
  ...shared,
  cpp.hideSignal,
  cpp.hideHeadMacro,
  cpp.hideNamelessPointer,
  cpp.hideLambdaMacro,
  cpp.hideWord,
  cpp.plainExpression,
  cpp.hideQualifier,
  cpp.nameArguments,
  cpp.splitDeclaration,
  cpp.nameKeyword,
  cpp.nameEmptyDefault,
  cpp.nameOperatorCall,
];

/** Ways to make a text parsable, in the order in which they are tried. */
export const cRepairs = waysBy(cRules);
export const cppRepairs = waysBy(cppRules);

function waysBy(rules: readonly statements.Rule[]): readonly ((text: string, original: string) => string)[] {
  const repair = (text: string): string => applyRules(hideMacros(raiseMacros(text)), rules);
  // A way that changes nothing first would only repeat the first one.
  const repairChanged = (changed: string, text: string): string => (changed === text ? text : repair(changed));
  return [
    repair,
    (text) => repairChanged(openConditionals(text), text),
    // Where macros end declarations without a semicolon, others are hidden wrongly at first.
    (text, original) => repairChanged(applyRules(original, endings), text),
  ];
}

const endings: readonly statements.Rule[] = [
  macroArguments.endList,
  macroArguments.hideStaticMacro,
  statements.endMacro,
];

function applyRules(text: string, rules: readonly statements.Rule[]): string {
  const nested = nestTokens(text);
  const parts: Replacement[] = [...declarations.plainConditions(text)];
  for (let at = 0; at < nested.tokens.length; at += 1) {
    for (const rule of rules) {
      const found = rule(nested, at, text);
      if (found.length > 0) parts.push(...found);
    }
  }
  return replaceParts(text, parts);
}

/**
 * Writes macros that have lower-case names in capitals, by which they are recognised elsewhere: words that stand before the type of
 * a declaration somewhere in the text (`fast_inline static int`), or are named as attributes are.
 */
function raiseMacros(text: string): string {
  const { tokens, starts } = nestTokens(text);
  const known = new Set<string>();
  for (const [at, { text: word }] of tokens.entries()) {
    if (!isName(word) || isCapital(word)) continue;
    const next = tokens[at + 1]?.text ?? "";
    if (attributeNames.test(word)) known.add(word);
    else if (isLower(word) && starts[at] === true && follows.has(next)) known.add(word);
  }
  if (known.size === 0) return text;
  let raised = "";
  let end = 0;
  for (const token of tokens) {
    if (!known.has(token.text)) continue;
    raised += text.slice(end, token.start) + token.text.toUpperCase();
    end = token.end;
  }
  return raised + text.slice(end);
}

const attributeNames =
  /^(?:[a-z]\w*_(?:(?:force|always|never|really|no)_?)?(?:inline|noinline|unused|warn_unused|nodiscard|deprecated|export|likely|unlikely|cold|hot|api|pure|flatten|lifetime_bound|noreturn|must_use|constexpr|consteval)|__\w*(?:inline|unused|export|cold|hot|dead|noreturn))$/;

/** A type in lower case may precede `const`, but none of these. */
const follows = new Set(
  [...typeKeywords, "static", "inline", "extern", "constexpr", "virtual", "explicit", "typename", "friend"].filter(
    (word) => keywords.has(word) && word !== "const" && word !== "volatile",
  ),
);

function isLower(word: string): boolean {
  return /^[a-z_][a-z\d_]*$/.test(word) && word.toUpperCase().length === word.length;
}
