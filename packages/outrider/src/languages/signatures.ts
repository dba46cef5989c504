/** How a language writes parameters and arguments. Default of each field: as its comment says. */
export interface SignatureRules {
  /** Nodes that list the parameters of a declaration, brackets included. */
  readonly parameters: readonly string[];
  /** Nodes that list the arguments of a call, brackets included. */
  readonly arguments: readonly string[];
  /** Nodes between the name of what is called and its arguments, such as type arguments. Default: there are none. */
  readonly between?: readonly string[];
  /** Matches the first parameter of a method if it is the value that the method is called on. Default: that is no parameter. */
  readonly receiver?: RegExp;
  /** Matches such a parameter if a call may name the type and pass the value as the first argument. Default: none may. */
  readonly passesReceiver?: RegExp;
  /** Matches the text before a name of which a type takes the parameters. Default: no type does. */
  readonly parametersAsTypes?: RegExp;
  /** Matches a parameter that declares a member of its type as well. Default: none does. */
  readonly declaresMember?: RegExp;
  /** Nodes for types whose parameters are all members of them: records. Default: there are none. */
  readonly recordTypes?: readonly string[];
  /** What stands between the name of a parameter and the argument for it: `=`. Default: arguments have no names. */
  readonly label?: string;
  /** An argument that is the same as none at all. Default: there is none. */
  readonly omitted?: string;
  /** Matches where a function within another begins, if only such a function has variables of its own. Default: blocks have. */
  readonly innerFunction?: RegExp;
  /** What an empty list of parameters holds: `void`. Default: nothing. */
  readonly empty?: string;
  /** Functions that differ in their parameters alone may share a name. Default: the name is enough. */
  readonly overloads?: true;
  /** Where only one of several declarations of a function has the default values. Default: each may have its own. */
  readonly defaults?: "in prototypes" | "not in overrides" | "not in heads";
  /** Behind which parameters none may be required: those with a default, or those marked by `?`. Default: the order is free. */
  readonly optionalLast?: "defaults" | "marks";
  /** Matches what is called to run the constructor of the type above. Default: it is called by the name of its type. */
  readonly upperConstructor?: RegExp;
  /** Matches what is called to run another constructor of the same type. Default: it is called by the name of its type. */
  readonly ownConstructor?: RegExp;
  /** A type without a constructor has that of the type above. Default: it has one without parameters. */
  readonly inheritsConstructors?: true;
  /** How values are made without a call that names their type, as a part of a sentence. Default: they are not. */
  readonly unnamedConstructors?: string;
  /** Nodes that make a value of the type around them with its constructor: constants of an enum. Default: there are none. */
  readonly constants?: readonly string[];
  /** Matches code of a body that reads the arguments by their places: `arguments`. Default: none does. */
  readonly readsByPlace?: RegExp;
  /** Matches code of a body that reads its variables by name: `locals()`. Default: none does. */
  readonly readsByName?: RegExp;
  /** Matches the text of a body before a word in a string that means a variable. Default: no such word does. */
  readonly namedInStrings?: RegExp;
  /** Why code elsewhere may know the parameters, by the name of a function and the text of its declaration before it. Default: none does. */
  readonly knownElsewhere?: (name: string, before: string) => string | undefined;
  /** A default value may read the parameters before it. Default: it reads none. */
  readonly defaultsRead?: "parameters before";
  /** A value that is passed by its name is moved away. Default: it stays. */
  readonly moves?: true;
  /** Code does not build with a variable or an import that nothing uses. Default: it does. */
  readonly forbidsUnused?: true;
  /** Matches the text before a method that is called through its type with the value first; its group names the type. Default: none is. */
  readonly throughType?: RegExp;
  /** Nodes of code that is not parsed, as in the arguments of a macro. Default: all code is parsed. */
  readonly unparsed?: string;
}
