import { findProtocol, type ReplyProtocol, type StreamGate } from '@quarry/protocol';

/**
 * A gate for replies that may still call tools behind their text: only what is marked as the answer is shown while it comes; a reply
 * without a marker is shown at its end, when it is known that no call follows.
 */
export function openToolGate(protocol: ReplyProtocol): StreamGate {
  const marked = findProtocol('answer')?.openGate(() => true);
  let reply = '';
  let shown = false;
  const seen = (text: string): string => {
    shown ||= text !== '';
    return text;
  };
  return {
    push(delta) {
      reply += delta;
      return seen(marked?.push(delta) ?? '');
    },
    end() {
      const rest = seen(marked?.end() ?? '');
      if (shown) return rest;
      const whole = protocol.openGate();
      return whole.push(reply) + whole.end();
    },
  };
}
