import fc from 'fast-check';
import { decode } from './decode';

const utf16 = (text: string, big = false): Buffer => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return big ? bytes.swap16() : bytes;
};

describe('decode', () => {
  it.each([
    ['UTF-8', Buffer.from('grün 数\n')],
    ['UTF-8 with byte order mark', Buffer.from('\ufeffgrün 数\n')],
    ['UTF-16 LE', utf16('grün 数\n')],
    ['UTF-16 BE', utf16('grün 数\n', true)],
    ['CRLF', Buffer.from('grün 数\r\n')],
  ])('reads %s', (_name, bytes) => expect(decode(bytes)).toEqual({ kind: 'text', text: 'grün 数\n' }));

  it('reads single-byte text with a remark', () => {
    expect(decode(Buffer.from('gr\xfcn \x80', 'latin1'))).toEqual({
      kind: 'text',
      text: 'grün €',
      remark: expect.stringContaining('Windows-1252') as string,
    });
  });

  it.each([
    ['NUL', Buffer.from('a\0b')],
    ['UTF-16 without mark', Buffer.from('abc', 'utf16le')],
    ['bad UTF-8 with control characters', Buffer.from([0x1f, 0x8b, 0x08, 0xff, 0xfa])],
  ])('rejects %s', (_name, bytes) => expect(decode(bytes)).toMatchObject({ kind: 'binary' }));

  it('never throws, and returns every text without carriage returns and NUL', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void decode(bytes)));
    const plain = fc.string({ unit: 'binary' }).filter((text) => !/[\r\0]|^\ufeff/.test(text));
    fc.assert(
      fc.property(plain, (text) => expect(decode(Buffer.from(text))).toMatchObject({ kind: 'text', text })),
    );
  });
});
