export const taskRequirements = {
  "tasks:offer":
    "Tasks are offered in the modern era where a tool runs for long, and given to requests that declare it.",
  "tasks:poll": "A long call is answered with a task that can be polled for progress and then for the usual answer.",
  "tasks:prompt":
    "What is ready at once is answered at once; a client that hangs up until then has cancelled its call.",
  "tasks:errors": "A tool's error completes its task; a crash fails it, without the detail.",
  "tasks:cancel": "A cancelled task ends with its processes; cancelling again changes nothing.",
  "tasks:input": "Approvals and questions wait in the task; answers may come one by one, and no key is used twice.",
  "tasks:session": "A task exists for the session that started it, and ends with it.",
  "tasks:expiry": "A task is kept as long as it was promised, and no longer.",
  "tasks:caps": "With too many tasks a call is answered while the client waits; kept answers have a bound together.",
  "tasks:required": "A tool that its server gives only to clients that can poll is refused to others.",
} as const;
