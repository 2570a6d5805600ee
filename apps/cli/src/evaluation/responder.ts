import type { ChatModel } from '@quarry/chat-model';
import { Fault } from '@quarry/turn';

export const RESPONDERS = ['offline', 'model', 'oracle', 'oracle-told'] as const;
/** What answers: the responder without a model, the configured model, or an oracle that knows the gold. */
export type Responder = (typeof RESPONDERS)[number];

/** The platform's own model if `responder` selects it, else an oracle. @throws Fault `bad_request` */
export function responding(
  responder: Responder,
  own: ChatModel,
  oracle: (knowsAnswers: boolean) => ChatModel,
): ChatModel {
  if (responder === 'oracle' || responder === 'oracle-told') return oracle(responder === 'oracle-told');
  if (responder === 'model' && !own.generative)
    throw new Fault(
      'bad_request',
      'No chat model is configured: set QUARRY_CHAT_MODEL, or use --responder offline.',
    );
  if (responder === 'offline' && own.generative)
    throw new Fault(
      'bad_request',
      'A chat model is configured: unset QUARRY_CHAT_MODEL, or use --responder model.',
    );
  return own;
}
