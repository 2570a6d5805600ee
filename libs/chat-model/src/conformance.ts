import { Fault } from '@quarry/turn';
import type { ChatModel, ChatRequest } from './port';

/** A question that every responder can answer from its inputs. */
export function conformanceRequest(more: Partial<ChatRequest> = {}): ChatRequest {
  const text =
    '/** Sums the lines of an invoice. */\nfunction invoiceTotal(lines: Line[]) {\n  return lines.reduce(add, 0);\n}';
  return {
    messages: [
      { role: 'system', content: 'Answer from the evidence.' },
      { role: 'user', content: 'How is the invoice total computed?' },
    ],
    inputs: {
      task: 'answer',
      question: 'How is the invoice total computed?',
      evidence: [
        {
          id: 'src/invoice.ts#L1-L4',
          n: 1,
          pass: 1,
          kind: 'chunk',
          text,
          path: 'src/invoice.ts',
          startLine: 1,
          endLine: 4,
          language: 'typescript',
          symbol: 'invoiceTotal',
          relevance: 0.8,
          foundBy: 'hybrid',
          query: 'invoice total',
        },
      ],
      history: [],
      needs: [],
      misses: [],
      definable: [],
      pass: 1,
      queries: [],
      assessments: [],
      modes: ['hybrid'],
    },
    maxOutputTokens: 400,
    ...more,
  };
}

/** Conformance suite of the chat model port. */
export function chatModelConformance(
  name: string,
  open: () => Promise<{ readonly model: ChatModel; close(): Promise<void> }>,
): void {
  describe(`chat model: ${name}`, () => {
    let model: ChatModel;
    let close: () => Promise<void>;
    beforeEach(async () => {
      ({ model, close } = await open());
    });
    afterEach(() => close());

    it('reports its name and whether it generates text', () => {
      expect(model.id).not.toBe('');
      expect(model.generative).toBe(model.id !== 'extractive');
    });

    it('returns a reply with model, counts and finish', async () => {
      const reply = await model.complete(conformanceRequest());
      expect(reply.text).toMatch(/^\[Answer:\] \S/);
      expect(reply.model).toBe(model.id);
      expect(reply.finish).toBe('stop');
      for (const tokens of [reply.inputTokens, reply.outputTokens]) {
        expect(Number.isInteger(tokens)).toBe(true);
        expect(tokens > 0).toBe(model.generative);
      }
    });

    it('streams the text in pieces that join to the reply', async () => {
      const pieces: string[] = [];
      const reply = await model.complete(conformanceRequest({ onDelta: (text) => void pieces.push(text) }));
      expect(pieces.length).toBeGreaterThan(1);
      expect(pieces).not.toContain('');
      expect(pieces.join('')).toBe(reply.text);
    });

    it('serves concurrent calls', async () => {
      const replies = await Promise.all([1, 2, 3].map(() => model.complete(conformanceRequest())));
      expect(new Set(replies.map((reply) => reply.text)).size).toBe(1);
    });

    it('can be cancelled before it starts', async () => {
      const pieces: string[] = [];
      const request = conformanceRequest({
        signal: AbortSignal.abort(),
        onDelta: (text) => void pieces.push(text),
      });
      await expect(model.complete(request)).rejects.toMatchObject({ name: 'Fault', code: 'cancelled' });
      expect(pieces).toEqual([]);
    });

    it('can be cancelled in the middle, and streams nothing afterwards', async () => {
      const controller = new AbortController();
      let calls = 0;
      const request = conformanceRequest({
        signal: controller.signal,
        onDelta: () => {
          calls += 1;
          controller.abort();
        },
      });
      await expect(model.complete(request)).rejects.toMatchObject({ code: 'cancelled' });
      expect(calls).toBe(1);
    });

    it('throws the fault with which the caller aborted the signal', async () => {
      const deadline = new Fault('deadline', 'The turn is over its deadline.');
      const request = conformanceRequest({ signal: AbortSignal.abort(deadline) });
      await expect(model.complete(request)).rejects.toBe(deadline);
    });

    it('reports that the limit cut the reply', async () => {
      const reply = await model.complete(conformanceRequest({ maxOutputTokens: 8 }));
      expect(reply.finish).toBe('length');
      expect(reply.text.length).toBeLessThanOrEqual(8 * 8);
    });
  });
}
