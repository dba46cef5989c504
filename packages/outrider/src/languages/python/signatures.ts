import type { SignatureRules } from "../signatures.ts";

/** How Python writes parameters and arguments. */
export const pythonSignatures: SignatureRules = {
  parameters: ["parameters", "lambda_parameters"],
  arguments: ["argument_list"],
  receiver: /^(?:self|cls)\b/,
  passesReceiver: /^self\b/,
  label: "=",
  optionalLast: "defaults",
  upperConstructor: /^super\([^]*\)\.__init__$/,
  inheritsConstructors: true,
};
