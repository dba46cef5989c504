import type { ResourceDocument } from "./documents.ts";
import text from "./progressive-disclosure.md" with { type: "text" };

/** How answers are sized and read on, told to the model on demand. */
export const progressiveDisclosureGuide: ResourceDocument = Object.freeze({
  uri: "doc://progressive-disclosure",
  title: "How answers are sized",
  description: "How the tools of this server size their answers, and how to get the rest of a long one.",
  text,
});
