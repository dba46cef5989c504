/**
 * Ruby against Ripper, Ruby's own parser. Rules:
 * - a module counts as a type, as it holds methods;
 * - `class A::B` is called B and stands in A;
 * - a `def` anywhere below a type or another `def` is a method, also in a block (`Class.new do`);
 * - what `alias`, `alias_method`, `define_method`, `attr_…` or `Point = Struct.new` define may be listed or not.
 */
import { debianPackage, findProgram, listFiles } from "./cache.ts";
import type { LanguageCheck } from "./model.ts";
import { programFile } from "./program-file.ts";
import { openProgramOracle } from "./program-oracle.ts";

export const ruby: LanguageCheck = {
  language: "ruby",
  title: "Ruby",
  install: '"apt-get install ruby" or any other Ruby on the PATH; the code is from Debian packages',
  ourKinds: { module: "class" },
  corpus: async () => {
    const packages = [
      await debianPackage("ruby-activerecord"),
      await debianPackage("ruby-actionpack"),
      await debianPackage("ruby-activesupport"),
      await debianPackage("ruby-rspec-core"),
      await debianPackage("ruby-sinatra"),
      await debianPackage("libruby3.1"),
    ];
    return packages.flatMap((folder) => listFiles(folder, [".rb"]));
  },
  openOracle: async () => {
    const command = findProgram("ruby");
    if (command === undefined) return undefined;
    return openProgramOracle({ name: "Ripper", command, args: [programFile("symbols.rb")] });
  },
};
