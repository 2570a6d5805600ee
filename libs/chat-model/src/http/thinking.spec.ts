import fc from 'fast-check';
import { Thoughts } from './thinking';

function read(pieces: readonly string[]): string {
  const thoughts = new Thoughts();
  return pieces.map((piece) => thoughts.take(piece)).join('') + thoughts.end();
}

describe('thoughts', () => {
  it.each([
    ['<think>The user wants …</think>\n\nANSWER:\nIt retries.', 'ANSWER:\nIt retries.'],
    ['\n<Thinking>a</THINKING>[Answer:] b', '[Answer:] b'],
    ['<think></think>{"sufficient": true}', '{"sufficient": true}'],
    ['<think>never ends', ''],
    ['<table><tr>', '<table><tr>'],
    ['<thin', '<thin'],
    ['The tag <think>x</think> is text here.', 'The tag <think>x</think> is text here.'],
    ['  ', '  '],
    ['', ''],
  ])('strips them from the start of %j', (reply, wanted) => {
    expect(read([reply])).toBe(wanted);
  });

  it('returns the same for every split of a reply into pieces', () => {
    const part = fc.constantFrom(
      '<think>',
      '</think>',
      '<thinking>',
      '</thinking>',
      '<',
      'think>',
      ' ',
      '\n',
      'text',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), fc.array(fc.nat(60), { maxLength: 6 }), (parts, cuts) => {
        const reply = parts.join('');
        const places = [
          0,
          ...cuts.map((cut) => Math.min(cut, reply.length)).sort((a, b) => a - b),
          reply.length,
        ];
        const pieces = places.slice(1).map((end, at) => reply.slice(places[at], end));
        // White space after the closing tag is stripped only if it arrived together with the tag.
        expect(read(pieces).trimStart()).toBe(read([reply]).trimStart());
      }),
      { numRuns: 500 },
    );
  });
});
