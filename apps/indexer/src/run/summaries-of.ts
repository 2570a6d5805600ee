import { bareInputs } from '@quarry/chat-model';
import type { Summaries, Summarizer } from '@quarry/indexing';
import { chatModelOf, type QuarryConfig } from '@quarry/platform';
import { Fault } from '@quarry/turn';

/** Tokens of a reply: two sentences, and what a model may think before them. */
const MAX_TOKENS = 600;

/**
 * Who summarises sections: what the command line says, else the chat model where one is set.
 * @throws Fault `bad_request` where a model is to do it and none is set
 */
export function summariesOf(config: QuarryConfig, by: 'extractive' | 'model' | undefined): Summaries {
  if (by === 'extractive') return by;
  const model = summarizerOf(config);
  if (model || by === undefined) return model;
  throw new Fault(
    'bad_request',
    'There is no model to summarise sections: set QUARRY_CHAT_MODEL, or leave --summaries out.',
  );
}

function summarizerOf(config: QuarryConfig): Summarizer | undefined {
  const model = chatModelOf(config);
  if (!model.generative) return undefined;
  return {
    id: model.id,
    complete: async (prompt, signal) => {
      const reply = await model.complete({
        messages: [{ role: 'user', content: prompt }],
        inputs: bareInputs('summarize', '', { text: prompt }),
        maxOutputTokens: MAX_TOKENS,
        ...(signal ? { signal } : {}),
      });
      return reply.text;
    },
  };
}
