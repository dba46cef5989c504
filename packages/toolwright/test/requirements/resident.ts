export const residentRequirements = {
  "resident:one": "However many clients start at once, there is one process of a user and key.",
  "resident:private":
    "A directory, socket or token that others own or may use is refused, with what to do; so is anything else in its place.",
  "resident:proof": "Neither side says anything to another that does not know the token, and the token never travels.",
  "resident:version":
    "A client never uses a process of another version; that one ends if it is idle, and never loses work.",
  "resident:killed":
    "A client whose process is killed is told that the connection broke, and the next one gets a new process.",
  "resident:silent":
    "A process that takes connections and does not answer is told from one that is gone, within seconds, and can be ended: only the very process that holds the lock.",
  "resident:listed": "The processes of a directory are listed with what they say of themselves, without asking them.",
  "resident:idle": "A process without connections and work ends, and leaves nothing behind.",
  "resident:replaced": "A process whose socket is gone ends.",
  "resident:cancel": "A connection that ends, in order or not, is told to who answers it.",
  "resident:bounded": "Who does not read is not sent more than there is room for, and holds up nobody else.",
  "resident:bad-frames":
    "Garbage, messages that are too large and halves of messages end their connection and nothing else.",
  "resident:ping": "The process answers a ping whatever it does.",
  "resident:start": "A process that does not start is told with the end of its log, in time.",
  "resident:detached": "The process outlives its client, with an environment that has no secret and no tag of a call.",
} as const;
