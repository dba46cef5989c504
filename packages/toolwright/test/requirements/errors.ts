export const errorRequirements = {
  "error:report": "A ToolError reaches the caller with code, message, retryable and next call.",
  "error:next-step": "A step that an error proposes is told as the call that `nextSteps` has for it.",
  "error:next-exists": "A next call names a tool of the registry with valid arguments, or it is dropped and reported.",
  "error:redacted": "An unexpected exception is redacted; its detail goes to the log only.",
  "error:unknown-argument": "An unknown argument is answered with the nearest valid name and all valid names.",
  "error:names-value": "A bad argument is answered with its path, what was expected and what was given.",
  "error:repaired":
    "A number, boolean, array or object written as text, or the reverse, is accepted where it loses nothing, and noted.",
  "error:not-repaired": "An ambiguous value is refused, never guessed.",
  "error:prototype-keys": "Arguments such as __proto__ and constructor are unknown arguments, nothing more.",
} as const;
