/** A model's vector with length 1. Throws, with the reason as a part of a sentence, when it has no direction. */
export function toUnitVector(values: ArrayLike<number>): Float32Array {
  let squares = 0;
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? Number.NaN;
    squares += value * value;
  }
  if (!Number.isFinite(squares)) throw new Error("a vector holds something that is no number");
  if (squares === 0) throw new Error("a vector has nothing but zeros");
  const factor = 1 / Math.sqrt(squares);
  return Float32Array.from(values, (value) => value * factor);
}

/** Says nothing to any model; servers differ in what they answer to it, and some refuse it. */
export function isBlank(text: string): boolean {
  return text.trim() === "";
}
