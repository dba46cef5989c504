import { type Replacement, replaceParts } from "../../replace-parts.ts";
import { hideMacros } from "../macros.ts";
import { openConditionals } from "./conditionals.ts";
import * as cpp from "./cpp-rules.ts";
import * as declarations from "./declarations.ts";
import { raiseMacros } from "./learn-macros.ts";
import { nestTokens } from "./nesting.ts";
import * as statements from "./statements.ts";

const shared: readonly statements.Rule[] = [
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
  declarations.hideAttribute,
  declarations.hideAttributeList,
  declarations.plainMacroType,
  declarations.hideTrailingMacro,
  declarations.nameMember,
  declarations.hideCallingConvention,
];
const cRules: readonly statements.Rule[] = [...shared, statements.closeLists, declarations.hideEmptyMember];
const cppRules: readonly statements.Rule[] = [
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

function waysBy(rules: readonly statements.Rule[]): readonly ((text: string) => string)[] {
  return [
    (text) => applyRules(hideMacros(raiseMacros(text)), rules),
    (text) => applyRules(hideMacros(raiseMacros(openConditionals(text))), rules),
  ];
}

function applyRules(text: string, rules: readonly statements.Rule[]): string {
  const nested = nestTokens(text);
  const parts: Replacement[] = [...declarations.plainConditions(text)];
  for (let at = 0; at < nested.tokens.length; at += 1) {
    for (const rule of rules) parts.push(...rule(nested, at, text));
  }
  return replaceParts(text, parts);
}
