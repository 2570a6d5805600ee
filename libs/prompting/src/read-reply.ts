import type { HopContext } from '@quarry/engine';
import { findProtocol, type ParsedReply, type ReplyProtocol } from '@quarry/protocol';
import { Fault, type Reply, type Turn } from '@quarry/turn';

/** The turn's last reply, read by a protocol. */
export interface ReadReply {
  readonly protocol: ReplyProtocol;
  readonly reply: Reply;
  readonly parsed: ParsedReply;
}

/**
 * Reads the turn's last reply with the protocol that a step names.
 * @throws Fault `pipeline_invalid` if there is no such protocol, or no reply yet
 */
export function readReply(turn: Turn, name: string, context: HopContext): ReadReply {
  const protocol = findProtocol(name);
  if (!protocol || !turn.reply)
    throw new Fault(
      'pipeline_invalid',
      `Step '${context.step.id}' needs a reply of protocol '${name}': put a call_model step before it.`,
    );
  return { protocol, reply: turn.reply, parsed: protocol.parse(turn.reply.text, quotedIn(turn)) };
}

/** Whether a text appears in what the model was shown: evidence, question and conversation. */
function quotedIn({ evidence, question, history }: Turn): (text: string) => boolean {
  const shown = [question.original, history.forPrompt];
  return (text) =>
    shown.some((other) => other.includes(text)) || evidence.some((item) => item.text.includes(text));
}
