import * as fc from 'fast-check';
import type { ReplyProtocol } from '../protocol';

/** What the protocol's gate shows of a reply that arrives in these pieces. */
export function shownOf(protocol: ReplyProtocol, deltas: readonly string[]): string {
  const gate = protocol.openGate();
  return deltas.map((delta) => gate.push(delta)).join('') + gate.end();
}

/** A reply with ways of cutting it into pieces, also through surrogate pairs. */
export function inPieces(
  replies: fc.Arbitrary<string>,
): fc.Arbitrary<{ readonly text: string; readonly deltas: readonly string[] }> {
  return replies.chain((text) =>
    fc.array(fc.nat(Math.max(text.length, 1)), { maxLength: 40 }).map((cuts) => {
      const at = [...new Set([0, ...cuts, text.length])].sort((a, b) => a - b);
      return { text, deltas: at.slice(1).map((end, index) => text.slice(at[index], end)) };
    }),
  );
}

/** Pieces that hold `size` units each. */
export function chunksOf(text: string, size: number): readonly string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
    text.slice(i * size, (i + 1) * size),
  );
}

/** Texts made of these pieces and of anything else. */
export function near(pieces: readonly string[], starts: readonly string[]): fc.Arbitrary<string> {
  const rest = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 6 })), { maxLength: 14 });
  return fc.tuple(fc.constantFrom('', ...starts), rest).map(([start, more]) => start + more.join(''));
}
