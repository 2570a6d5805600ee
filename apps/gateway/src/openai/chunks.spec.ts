import fc from 'fast-check';
import { answerChunks } from './chunks';
import type { Completed } from './completion';

const completed = (content: string): Completed => ({
  ...{ id: 't1', created: 1, model: 'code', content, annotations: [], finishReason: 'stop' },
  usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
  quarry: { turn: 't1', session: 's1', outcome: 'answered', reason: '', confidence: null, disclaimer: null },
});

it('answerChunks: the pieces are the answer, whole characters each, whatever it holds', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (content) => {
      const chunks = [...answerChunks(completed(content), true)] as {
        readonly choices: readonly { readonly delta?: { readonly content?: string } }[];
        readonly usage: object | null;
      }[];
      const pieces = chunks.flatMap(({ choices }) => choices[0]?.delta?.content ?? []);
      expect(pieces.join('')).toBe(content);
      if (content.isWellFormed()) expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
      expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 3 } });
      expect(chunks.slice(0, -1).every(({ usage }) => usage === null)).toBe(true);
    }),
  );
});
