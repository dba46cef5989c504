export const accessRequirements = {
  "access:hidden": "A tool whose capability is missing is neither listed nor callable, and the reason is told.",
  "access:probe-bounded": "A probe that throws or hangs counts as missing, within a deadline.",
  "access:before-dispatch": "The policy is checked before the handler runs.",
  "access:fail-closed": "A policy that throws or answers nonsense denies.",
  "access:default-tier": "With no policy, observe runs and confirm asks.",
  "access:read-only": "In read-only mode every tool that is not read-only is denied, whatever else allows it.",
  "access:per-tool": "Each tool can be allowed, asked for or denied by name; an unknown name is an error.",
  "access:approval-data": "An approval request is plain, versioned data that survives JSON.",
  "access:approval-expires": "An expired request approves nothing; the answer carries a new one.",
  "access:approval-bound": "An approval is good for one call with the same tool, input and session.",
  "access:approval-forged": "A changed or forged request is denied.",
  "access:approval-reevaluated": "The policy is asked again at resume, and its denial stands above the approval.",
  "access:rejected": "A rejected request ends as denied, and the handler never runs.",
  "access:approval-whole":
    "A person can see all of the input that they approve; over MCP, a call that is too long for a dialog is denied.",
  "access:remedy": "A refusal advises what the policy supplies, and nothing else.",
} as const;
