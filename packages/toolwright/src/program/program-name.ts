/** How a person calls this program again: one inside of a project is on no path, but npx finds it. */
export function programName(script: string | undefined, npmCommand: string | undefined): string {
  const isInProject = script?.split(/[\\/]/).includes("node_modules") === true;
  return isInProject || npmCommand === "exec" ? "npx toolwright" : "toolwright";
}
