/** Writes what a section says in a sentence or two; made of a chat model by whoever has one. */
export interface Summarizer {
  /** Name of the model: another one writes other summaries. */
  readonly id: string;
  /** The model's reply to one prompt. @throws where it cannot answer */
  complete(prompt: string, signal?: AbortSignal): Promise<string>;
}

/**
 * Who summarises sections: a model, or `extractive`, their first informative sentences. Undefined: the sentences where a file is read
 * anew, and what a model wrote before stays.
 */
export type Summaries = Summarizer | 'extractive' | undefined;
