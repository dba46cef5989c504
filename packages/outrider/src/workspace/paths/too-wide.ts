import { parse } from "node:path";
import { homeDirectory, isInside } from "./inside.ts";
import { realPlace } from "./private-places.ts";

/** What a directory is that nobody may open or approve as a whole, in words; undefined for any other. */
export function describeTooWide(directory: string): string | undefined {
  const home = realPlace(homeDirectory());
  if (directory === home) return "the home directory";
  return parse(directory).root === directory || isInside(directory, home) ? "a whole disk or all homes" : undefined;
}
