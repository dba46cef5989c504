import { defineBroken } from "./define-broken.ts";

/** Throws away its input, then misses it. */
export const crashesOnExample = defineBroken("crashes_on_example", () => {
  const fields: { readonly text?: string } = {};
  if (fields.text === undefined) throw new TypeError("text was lost");
  return fields.text;
});
