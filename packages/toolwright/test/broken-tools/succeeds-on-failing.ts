import { defineBroken } from "./define-broken.ts";

/** Shows an example of an error and answers it. */
export const succeedsOnFailing = defineBroken("succeeds_on_failing", ({ text }) => text, {
  examples: [
    { title: "any", input: { text: "hello" } },
    { title: "missing", input: { text: "missing" }, fails: "not_found" },
  ],
});
