import { bareInputs } from '@quarry/chat-model';
import type { Summaries, Summarizer } from '@quarry/indexing';
import { modelOfUnlabelled, type QuarryConfig } from '@quarry/platform';
import { Fault } from '@quarry/turn';

/** Tokens of a reply: two sentences, and the reasoning of a model before them. */
const MAX_TOKENS = 600;

/**
 * How to summarise sections: as requested, otherwise by the chat model if one is configured.
 * @throws Fault `bad_request` if a model is requested and none is configured
 */
export function summariesOf(config: QuarryConfig, by: 'extractive' | 'model' | undefined): Summaries {
  if (by === 'extractive') return by;
  const model = summarizerOf(config);
  if (model || by === undefined) return model;
  throw new Fault(
    'bad_request',
    'There is no model to summarise sections, or QUARRY_SENSITIVITY_MODELS allows none: set QUARRY_CHAT_MODEL, or leave --summaries out.',
  );
}

function summarizerOf(config: QuarryConfig): Summarizer | undefined {
  // Labels are put in force after a run: what it reads has none yet.
  const model = modelOfUnlabelled(config);
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
