export const chatRequirements = {
  "chat:wire":
    "The same question is answered over the interfaces of OpenAI and Anthropic, and only words of the model reach a pipe.",
  "chat:json":
    "For programs, stdout is one event a line and one outcome last; nothing is approved that no flag approves.",
  "chat:approval":
    "A call that needs a person runs after a clear yes to a question that is on the screen, and not before.",
  "chat:partial": "What a person has decided or answered before they stop is kept, and only the rest is asked again.",
  "chat:form": "An answer outside the bounds of its field is asked for again, with the reason.",
  "chat:input":
    "Words of the command line and what is piped into stdin are one input; what of it is left out is told, never dropped silently.",
  "chat:reader": "When nobody reads stdout any more, the turn is cancelled, and what it started ends.",
  "chat:leave":
    "Ctrl-D, exit and a second Ctrl-C end the program with the terminal as it was and nothing left running.",
  "chat:interrupt":
    "Ctrl-C cancels the turn and ends its processes; a second one ends the program and everything it started.",
  "chat:resume": "A thread that waits, or whose program was killed, goes on in another process.",
  "chat:private":
    "Nothing of a conversation is kept unless that is asked for, no key is shown or kept, and none goes to a server it is not for.",
  "chat:clean": "Control characters of models and tools never reach a terminal, and a pipe gets no codes for one.",
  "chat:missing": "A missing model, package, key, server or price is told before anything is asked, with what to do.",
} as const;
