import { wordSet } from "../syntax-checks.ts";

export const cWords = wordSet("break case continue default do else for goto if return switch typedef while");

export const cppWords: ReadonlySet<string> = new Set([
  ...cWords,
  ...wordSet("catch class namespace public private protected template throw try using virtual"),
]);
