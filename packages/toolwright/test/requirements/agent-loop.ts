/** What a loop of a model and tools must get right. Peers fail at each of these in one way or another. */
export const agentLoopRequirements = {
  "loop:results": "Every call is answered once, in the order of the calls, all answers of a turn together.",
  "loop:repair": "A log that was cut anywhere is repaired by appending, and the second repair finds nothing to do.",
  "loop:precedence":
    "A result wins over a cancel, and a cancel over a time limit; a tool that heeds no signal keeps nobody waiting.",
  "loop:cancel":
    "A cancel ends the run before the first word, in an answer, in a tool, in a summary and in the wait for a retry.",
  "loop:processes": "When a run has ended, the processes of its calls have ended too.",
  "loop:cut":
    "An answer that was cut off inside the arguments of a call runs nothing, and does not end the run silently.",
  "loop:crash": "Killed at any entry of its log, a thread goes on in a new process, and no effect happens twice.",
  "loop:two-asks": "Two calls of one tool ask together; they are decided in any order, each by its own id.",
  "loop:policy-again": "What a person has approved is denied if the policy denies it by the time it runs.",
  "loop:store-fails":
    "If the log cannot be written after a tool has run, the run fails, and the tool does not run again.",
  "loop:order": "Calls that only read run side by side, changes one after the other.",
  "loop:bad-calls": "Unknown tools and malformed arguments are told to the model, and the loop goes on.",
  "loop:budget": "No limit of tokens, cost or turns is passed, with everything that subagents use counted in.",
  "loop:repeats": "A model that makes the same call again and again is told so, and then stopped.",
  "loop:last-answer": "Before a limit stops a run, one answer without tools may be asked for.",
  "loop:large-results": "Large results of one turn share its room, so that they do not fill the model's window.",
  "loop:compaction":
    "Shortening a history never separates a call from its result, and an empty or cut summary is not taken.",
  "loop:retries": "Busy and unreachable models are asked again in time, as they ask for it; a rejected request is not.",
  "loop:prefix": "Tools and history in front stay the same to the byte from turn to turn.",
  "loop:reasoning": "Signed reasoning goes back to its provider as it came.",
  "loop:subagents":
    "A subagent has its own thread and tools, caps on depth and number, no time limit but for silence, and ends with the run above.",
  "loop:questions": "What a tool asks reaches the person, and the answer the tool, in every host.",
  "loop:readers": "Nobody has to read the events; the last one is never lost.",
  "loop:source-restarts":
    "A tool source that dies in a call ends that call honestly, is started again, and serves the next one.",
  "loop:real-model": "A real language model picks a tool and comes to an end.",
  "loop:cassettes": "A recorded conversation is replayed to the same end, and holds no key.",
} as const;
