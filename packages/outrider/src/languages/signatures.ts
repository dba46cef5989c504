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
  /** Nodes of code that is not parsed, as in the arguments of a macro. Default: all code is parsed. */
  readonly unparsed?: string;
}
