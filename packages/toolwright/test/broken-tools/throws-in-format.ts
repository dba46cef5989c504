import { defineBroken } from "./define-broken.ts";

/** Returns a good value that it cannot put into words. */
export const throwsInFormat = defineBroken("throws_in_format", ({ text }) => text, {
  format() {
    throw new RangeError("no words for this");
  },
});
