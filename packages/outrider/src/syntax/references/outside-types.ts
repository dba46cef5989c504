import type { AskOutside } from "./ask-outside.ts";
import type { PathStep } from "./type-path.ts";
import type { OutsideState, TypeState } from "./type-state.ts";

interface Asked {
  readonly outside: AskOutside;
}

/** That a type that is written is outside of the project. */
export async function outsideOf(names: Asked, state: TypeState): Promise<OutsideState | undefined> {
  if ("outside" in state || "node" in state) return "outside" in state ? state : undefined;
  const { file, type, start, end } = state;
  const hasArguments = type.arguments.length > 0;
  const outside = await names.outside(file, type.words, { span: { start, end }, isValue: false, hasArguments });
  return outside === undefined ? undefined : { outside };
}

/** That the value or function that a path begins with is one of a module outside: `strings.NewReader(text)`. */
export async function outsideValue(
  names: Asked,
  file: string,
  [module, value]: readonly PathStep[],
): Promise<OutsideState | undefined> {
  if (module === undefined || value === undefined || module.isCall) return undefined;
  const span = { start: module.start, end: value.start };
  const outside = await names.outside(file, [module.name, value.name], { span, isValue: true, isCalled: value.isCall });
  return outside === undefined ? undefined : { outside };
}

/** That a path is the name of a type outside, whose own members are meant: `Vec::new()`, `std::path::Path::new()`. */
export async function outsidePath(
  names: Asked,
  file: string,
  steps: readonly PathStep[],
): Promise<OutsideState | undefined> {
  const words = steps.map(({ name }) => name);
  return steps.length === 0 || steps.some(({ isCall }) => isCall)
    ? undefined
    : await outsideName(names, file, ...words);
}

/** That the name of a type is one outside. */
export async function outsideName(names: Asked, file: string, ...words: string[]): Promise<OutsideState | undefined> {
  const outside = await names.outside(file, words, { span: { start: 0, end: 0 }, isValue: false });
  return outside === undefined ? undefined : { outside };
}
