import code from "./instructions-code.md" with { type: "text" };
import script from "./instructions-script.md" with { type: "text" };
import full from "./instructions.md" with { type: "text" };

/** What a model is told of the tools at the start, by the profile that says which of them it has. */
export const instructions = { full, code, script } as const;
