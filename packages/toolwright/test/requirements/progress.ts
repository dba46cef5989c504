export const progressRequirements = {
  "progress:rate": "The host gets at most two updates a second.",
  "progress:first-last": "The first and the last update are always delivered.",
  "progress:increasing": "Delivered numbers increase strictly.",
  "progress:ends": "Nothing is delivered after the outcome.",
  "progress:heartbeat": "A heartbeat repeats every 3 s with the elapsed time until it is stopped or the call ends.",
  "progress:host-contained": "A host callback that throws harms nobody.",
} as const;
