export const auditRequirements = {
  "audit:interrupt":
    "An interrupted audit ends with the code of its signal and leaves no process, no file and no canary, a second interrupt included.",
  "audit:footprints":
    "A change is ascribed to a tool that says that it only reads if each of two calls makes it and a pause between them does not; what a server writes by itself is one finding of the server, and none in a directory that it has made and marked as a cache.",
} as const;
