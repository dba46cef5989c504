export const auditRequirements = {
  "audit:interrupt":
    "An interrupted audit ends with the code of its signal and leaves no process, no file and no canary, a second interrupt included.",
} as const;
