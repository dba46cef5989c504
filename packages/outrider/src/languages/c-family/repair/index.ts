import { type Replacement, replaceParts } from "../../replace-parts.ts";
import { hideMacros } from "../macros.ts";
import { openConditionals } from "./conditionals.ts";
import * as cppDeclarations from "./cpp-declarations.ts";
import * as cpp from "./cpp-rules.ts";
import * as declarations from "./declarations.ts";
import { raiseMacros } from "./learn-macros.ts";
import * as macroArguments from "./macro-arguments.ts";
import { nestTokens } from "./nesting.ts";
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
