import { createParser, type EventSourceMessage } from 'eventsource-parser';
import fc from 'fast-check';
import { frame } from './sse';

describe('an event on the wire', () => {
  it('is read back as it was, whatever text it holds', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('', '\n', '\r\n\r\nid: 9', '\u2028', '\0'),
        (a, b) => {
          const text = a + b + a;
          const messages: EventSourceMessage[] = [];
          const parser = createParser({ onEvent: (message) => messages.push(message) });
          parser.feed(frame({ id: '1001-2', at: 0, body: { type: 'answer.delta', text } }));
          expect(messages).toHaveLength(1);
          expect(messages[0]).toMatchObject({ id: '1001-2', event: 'answer.delta' });
          expect(JSON.parse(messages[0]?.data ?? '')).toEqual({ at: '1970-01-01T00:00:00.000Z', text });
        },
      ),
    );
  });
});
