/** What was learned of how long a text may be. No server tells it beforehand. */
export interface TextLimit {
  cut(text: string): string;
  /** This text was too long: it and those as long are cut to half of it from now on. False when no shorter one makes sense. */
  lower(text: string): boolean;
}

export function createTextLimit(onNote: (note: string) => void): TextLimit {
  let refused = Infinity;
  let length = Infinity;
  return {
    cut: (text) => (text.length >= refused ? cutAt(text, length) : text),
    lower(text) {
      if (text.length < shortest) return false;
      refused = Math.min(refused, text.length);
      length = Math.floor(refused / 2);
      onNote(
        `The embedding server takes no text of ${refused} characters; of such texts the first ${length} are used.`,
      );
      return true;
    },
  };
}

const shortest = 64;

/** Not between the halves of a character. */
function cutAt(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}
