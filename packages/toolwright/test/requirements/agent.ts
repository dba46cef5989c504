export const agentRequirements = {
  "agent:wire": "The same loop runs on the wire formats of Anthropic, of both interfaces of OpenAI, and of Gemini.",
  "agent:postgres-fence":
    "In PostgreSQL a thread has one writer: one whose lease was taken over writes nothing more, and no entry is there twice.",
  "agent:deletion": "A thread that is deleted, or too old to be kept, is gone with everything in it.",
  "agent:spans":
    "Spans have the parents of what they measure, across parallel calls and subagents, and nothing that is said unless that is asked for.",
  "agent:local-grammar": "What the grammar of a local model lets it write is a text, or a call that its tool accepts.",
  "agent:hooks":
    "Hooks decide before the call, the result, the turn or the answer goes on; what they decided is in the log, and no answer of a hook is a no.",
  "agent:steering":
    "What a person says during a run is in the log at once, comes behind all results of the turn, and is read before the run ends.",
  "agent:host-tools":
    "A tool that the host runs gets a valid input, and its result counts for its call only, before and after a restart.",
  "agent:background":
    "A call that does not end soon goes on beside the loop: the model is told so and of its end, it ends with its run, and runs at most once if it changes something.",
  "agent:fixed-texts":
    "Calls that a person cancelled, that timed out and that a crash cut off are told apart by fixed texts.",
  "agent:stale-preview":
    "What a person has agreed to is not done if the tool finds it changed, or the policy asks something else, by the time of the call.",
  "agent:attachments": "Attachments stand behind all results of their turn, in the form of each provider.",
} as const;
