import type { SignatureRules } from "../signatures.ts";

/** How Python writes parameters and arguments. */
export const pythonSignatures: SignatureRules = {
  parameters: ["parameters", "lambda_parameters"],
  arguments: ["argument_list"],
  receiver: /^(?:self|cls)\b/,
  passesReceiver: /^self\b/,
  label: "=",
  readsByName: /(?<![\w.])(?:locals|vars|dir|eval|exec)\s*\(/,
  knownElsewhere,
  optionalLast: "defaults",
  upperConstructor: /^super\([^]*\)\.__init__$/,
  inheritsConstructors: true,
};

/** Decorators that leave the parameters of a function as they are. */
const keeping =
  /^(?:\w+\.)*(?:staticmethod|classmethod|property|cached_property|setter|getter|deleter|abstractmethod|abstractproperty|overload|override|final|wraps|cache|lru_cache|contextmanager|asynccontextmanager)\b(?!\s*\.)/;

function knownElsewhere(name: string, before: string): string | undefined {
  const decorators = Array.from(before.matchAll(/^[ \t]*@[ \t]*(.*)/gm), ([, decorator = ""]) => decorator.trim());
  const other = decorators.find((decorator) => !keeping.test(decorator));
  if (other !== undefined) return `the decorator @${other} may call it in another way, or know its parameters by name`;
  return name.startsWith("test_") ? "a test framework may give its parameters by name" : undefined;
}
