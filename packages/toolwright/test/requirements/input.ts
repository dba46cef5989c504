export const inputRequirements = {
  "input:rounds": "A tool may ask; the same call with the answers runs it again with its own state.",
  "input:sealed": "The state of a round is good once, in time, for the same tool, input and session, and unchanged.",
  "input:approval-holds": "An approval given in an earlier round of a call holds for its later ones.",
  "input:can-ask": "A handler can find out whether a question of a kind would be answered.",
} as const;
