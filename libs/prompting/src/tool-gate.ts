import { findProtocol, type ReplyProtocol, type StreamGate } from '@quarry/protocol';

/**
 * A gate for replies that may contain tool calls after their text: only text that is marked as the answer is shown
 * while it arrives. A reply without a marker is shown at its end, when it is certain that no call follows.
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
