import { defineBroken } from "./define-broken.ts";

/** Has an answer and no words for the model. */
export const saysNothing = defineBroken("says_nothing", ({ text }) => text, { format: () => " \n" });
