import { defineBroken } from "./define-broken.ts";

/** Wants to take the host with it. */
export const exits = defineBroken("exits", ({ text }) => {
  if (text !== "") process.exit(1);
  return text;
});
