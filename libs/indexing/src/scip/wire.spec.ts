import * as fc from 'fast-check';
import { readDocuments, readMetadata } from './scip-index';
import { WireError, WireReader } from './wire';

/** A field: number, wire type, and its bytes. */
const field = (number: number, type: number, ...bytes: number[]): number[] => [number * 8 + type, ...bytes];

describe('the wire format', () => {
  it('reads numbers, texts and packed lists, and skips what it does not know', () => {
    const message = new WireReader(
      Uint8Array.from([
        ...field(1, 0, 0xac, 0x02),
        ...field(2, 2, 2, 0xc3, 0xa9),
        ...field(3, 2, 3, 1, 0xac, 0x02),
        ...field(4, 1, 0, 0, 0, 0, 0, 0, 0, 0),
        ...field(5, 5, 0, 0, 0, 0),
        ...field(6, 0, 7),
      ]),
    );
    const read: unknown[] = [];
    while (message.next()) {
      if (message.field === 1) read.push(message.integer());
      else if (message.field === 2) read.push(message.text());
      else if (message.field === 3) read.push(message.integers());
      else if (message.field === 6) read.push(message.integers());
      else message.skip();
    }
    expect(read).toEqual([300, 'é', [1, 300], [7]]);
  });

  it.each([
    ['a number that does not end', [0x08, ...new Array<number>(11).fill(0xff)]],
    ['an end within a number', [0x08, 0xff]],
    ['a field longer than the message', field(1, 2, 100, 1)],
    ['a length beyond any memory', field(1, 2, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f)],
    ['a group', [0x0b]],
    ['the field 0', [0x00, 0x00]],
    ['a text that is not UTF-8', field(1, 2, 1, 0xff)],
  ])('rejects %s', (_, bytes) => {
    const message = new WireReader(Uint8Array.from(bytes));
    expect(() => {
      while (message.next())
        if (message.field === 1 && bytes[0] === 0x0a) message.text();
        else message.skip();
    }).toThrow(WireError);
  });

  it('ends for any bytes, with a message or a WireError', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        for (const prefix of [[], [0x12, bytes.length % 128]]) {
          const all = Uint8Array.from([...prefix, ...bytes]);
          try {
            readMetadata(all);
            for (const document of readDocuments(all)) expect(typeof document.path).toBe('string');
          } catch (error) {
            expect(error).toBeInstanceOf(WireError);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});
