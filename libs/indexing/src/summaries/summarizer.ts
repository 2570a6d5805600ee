/** Summarises a section in a sentence or two; implemented by the caller, with a chat model. */
export interface Summarizer {
  /** Name of the model: another model writes other summaries. */
  readonly id: string;
  /** The model's reply to one prompt. @throws if it cannot respond */
  complete(prompt: string, signal?: AbortSignal): Promise<string>;
}

/**
 * The author of section summaries: a model, or `extractive` for the first informative sentences. Undefined: files read
 * again get the sentences, and existing summaries by a model stay.
 */
export type Summaries = Summarizer | 'extractive' | undefined;
