import { answerProtocol } from './answer';
import { cgragProtocol } from './cgrag';
import type { ReplyProtocol } from './protocol';
import { routerProtocol } from './router';
import { synthesisProtocol } from './synthesis';

/** Every protocol that a step's `reply:` may name. */
export const PROTOCOLS: readonly ReplyProtocol[] = [
  routerProtocol,
  answerProtocol,
  cgragProtocol,
  synthesisProtocol,
];

/** The protocol of that name, or undefined. */
export function findProtocol(name: string): ReplyProtocol | undefined {
  return PROTOCOLS.find((protocol) => protocol.name === name);
}
