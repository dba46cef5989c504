/** What a model is asked to do; nothing in it may look like a sentinel, since answers tend to repeat it. */
export const probeInstructions = [
  "Quote every word that begins with SENTINEL and an underscore, in order, exactly as you see it.",
  "Do not guess and do not continue the row: invented words are recognised. If you see none, say so.",
].join(" ");
