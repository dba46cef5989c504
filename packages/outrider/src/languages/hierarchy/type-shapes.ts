/** How code makes values of a type without a declaration whose head names the type. */
export interface TypeShapes {
  /** Leaf nodes that name a type. */
  readonly typeNames: readonly string[];
  /** Nodes that may be between the name of a type and the node of a rule: `type_annotation`. */
  readonly through: readonly string[];
  /** Those of them that leave it open whether the value itself is of the type: `Promise<Shape>`, `Shape[]`. Default: none do. */
  readonly loosely?: readonly string[];
  readonly rules: readonly ShapeRule[];
  /** What may implement a type where it is expected and is not looked for, by the number of its members. Default: nothing. */
  readonly unseen?: (members: number) => string | undefined;
}

export interface ShapeRule {
  readonly shape: Shape;
  /** The nodes that a type belongs to: `variable_declarator`. */
  readonly nodes: readonly string[];
  /** One of these is a child, or a child of one. Default: it needs none. */
  readonly has?: readonly string[];
}

/** What implements a type by shape. */
export type Shape = "object" | "function" | "lambda" | "anonymous class";

/** Of languages in which a lambda implements any interface with one method. */
export const lambdasUnseen = (members: number): string | undefined =>
  members === 1 ? "lambdas that are passed where this type is expected were not searched" : undefined;
