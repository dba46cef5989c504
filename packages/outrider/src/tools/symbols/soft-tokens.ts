import { countTokens } from "toolwright";

/**
 * What a text costs, for choosing how much to show. To load the tokenizer takes longer than all of the first answer, so short
 * texts are counted by three characters a token; whether an answer is too long for its budget is the kernel's to say.
 */
export async function softTokens(text: string, most?: number): Promise<number> {
  return text.length <= longestGuessed ? Math.ceil(text.length / 3) : await countTokens(text, most);
}

const longestGuessed = 6_000;
