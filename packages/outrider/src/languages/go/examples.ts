import { posix } from "node:path";
import type { DerivedNames } from "../editing.ts";

const mark = "Example";

/** `ExampleStore`, `ExampleStore_Get` and `ExampleStore_Get_second` show a type and its method: the vet tool wants both to exist. */
export const exampleNames: DerivedNames = {
  word: ({ name, owner }) => `${mark}${owner ?? name}`,
  offsetIn(other, { name, owner, file }) {
    const isBeside = posix.dirname(other.file) === posix.dirname(file) && other.file.endsWith("_test.go");
    if (!isBeside || !other.name.startsWith(mark)) return undefined;
    const [first = "", second = ""] = other.name.slice(mark.length).split("_");
    if (owner === undefined) return first === name ? mark.length : undefined;
    // What begins with a small letter is no method but tells examples apart.
    const isMember = first === owner && second === name && /^\p{Lu}/u.test(second);
    return isMember ? mark.length + owner.length + 1 : undefined;
  },
};
