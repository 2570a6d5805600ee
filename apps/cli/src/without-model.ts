/** What would be better with a language model, in one line: of an answer that only quotes passages. */
export const WITHOUT_MODEL =
  'With a language model, Quarry writes the answer from these passages: quarry setup --model';
