import { EmbedderError } from "../embedders/embedder.ts";
import { bundledWeights } from "../embedders/static/load-weights.ts";
import type { StaticWeights } from "../embedders/static/weights-format.ts";
import { createWordEncoder } from "../embedders/static/word-encoder.ts";
import { dot, type EncodeWords } from "../ranking/corpus.ts";
import { isTelling } from "../text/terms.ts";
import { splitWords } from "../text/words.ts";
import type { ReadText } from "./read-text.ts";

/** How close texts are to a question in meaning: about 0 if unrelated, at most 1. */
export interface Similarity {
  /** The closest chunk of a text. */
  ofText(text: ReadText): { readonly similarity: number; readonly chunk: number };
  /** The closest of some lines. */
  nearestLine(lines: readonly string[]): number;
}

/** For a question, given by its significant words. */
export type Measure = (question: readonly string[]) => Similarity;

/**
 * From this similarity on, a text without any word of a question is found by meaning alone. Measured with `similarity.test.ts`
 * for the bundled model: another model needs another number.
 */
export const minSimilarity = 0.24;

/**
 * Uses the bundled model, whichever embedder is used for code: it answers at once, and no note leaves the machine. Undefined if
 * it cannot be used.
 */
export async function loadMeasure(load = bundledWeights): Promise<Measure | undefined> {
  try {
    const weights = await load();
    let found = made.get(weights);
    if (found === undefined) made.set(weights, (found = createMeasure(createWordEncoder(weights))));
    return found;
  } catch (error) {
    // By words alone, as if it were switched off: `semantic_search` reports what is wrong with the model.
    if (error instanceof EmbedderError) return undefined;
    throw error;
  }
}

const made = new WeakMap<StaticWeights, Measure>();

// A title is about all of its text, which has many words that are not about it.
const titleShare = 0.2;

function createMeasure(encodeWords: EncodeWords): Measure {
  const vectors = new WeakMap<ReadText, TextVectors>();
  // Notes are sentences, like questions. Weighing the words of both as in a question finds more than weighing those of notes as
  // in code.
  const encode = (words: readonly string[]): Float32Array => encodeWords(words, "query");

  function vectorsOf(text: ReadText): TextVectors {
    let found = vectors.get(text);
    if (found === undefined) vectors.set(text, (found = encodeText(text, encode)));
    return found;
  }

  return (question) => {
    const wanted = encode(question);
    // If the model does not know some words, only a part of the question is compared.
    const known = question.filter((word) => encode([word]).some((value) => value !== 0)).length;
    const share = known / Math.max(1, question.length);
    return {
      ofText(text) {
        const { title, chunks } = vectorsOf(text);
        const ofTitle = titleShare * Math.max(0, dot(wanted, title));
        let best = { similarity: 0, chunk: 0 };
        chunks.forEach((vector, chunk) => {
          const similarity = share * ((1 - titleShare) * dot(wanted, vector) + ofTitle);
          if (similarity > best.similarity) best = { similarity, chunk };
        });
        return best;
      },
      nearestLine(lines) {
        let best = 0;
        let most = 0;
        lines.forEach((line, index) => {
          const similarity = dot(wanted, encode(tellingWords(line)));
          if (similarity > most) [best, most] = [index, similarity];
        });
        return best;
      },
    };
  };
}

interface TextVectors {
  readonly title: Float32Array;
  readonly chunks: readonly Float32Array[];
}

function encodeText({ title, chunks }: ReadText, encode: (words: readonly string[]) => Float32Array): TextVectors {
  return {
    title: encode(tellingWords(title)),
    chunks: chunks.map(({ heading, text }) => encode(tellingWords(`${title} ${heading} ${text}`))),
  };
}

function tellingWords(text: string): readonly string[] {
  return splitWords(text).filter(isTelling);
}
