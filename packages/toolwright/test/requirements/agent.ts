export const agentRequirements = {
  "agent:balance":
    "Every call of a model has exactly one result, in the order of the calls, in a form that each provider accepts; every run has exactly one end.",
  "agent:repair": "A thread that was cut off anywhere is repaired by appending, once, and goes on.",
  "agent:once": "A call that changes something runs at most once, whatever kills the process and whenever.",
  "agent:wire": "The same loop runs on the wire formats of Anthropic and of both interfaces of OpenAI.",
  "agent:cut": "An answer that is cut off in the middle runs nothing.",
  "agent:reasoning": "Signed reasoning goes back to its provider unchanged.",
} as const;
