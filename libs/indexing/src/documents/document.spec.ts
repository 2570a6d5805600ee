import fc from 'fast-check';
import { parseDocument } from './document';

const parse = (value: unknown) => parseDocument(Buffer.from(JSON.stringify(value)));

describe('parseDocument', () => {
  it('reads a document and ignores other fields', () => {
    expect(
      parse({
        _id: 7,
        title: ' A \n title ',
        text: 'one\r\ntwo',
        url: 'https://example.org/a',
        timestamp: '2024-05-01',
        metadata: { lang: 'en' },
      }),
    ).toEqual({
      kind: 'document',
      document: {
        id: '7',
        title: 'A title',
        text: 'one\ntwo',
        url: 'https://example.org/a',
        sections: [],
      },
    });
  });

  it.each([
    ['{"id": "a"', 'not JSON'],
    ['["a"]', 'not an object'],
    ['{"text": "x"}', 'no usable `id`'],
    ['{"id": "", "text": "x"}', 'no usable `id`'],
    ['{"id": {"$oid": "1"}, "text": "x"}', 'no usable `id`'],
    ['{"id": "a\\u0000b", "text": "x"}', 'no usable `id`'],
    [`{"id": "${'x'.repeat(501)}", "text": "x"}`, 'no usable `id`'],
    ['{"id": "a"}', 'no text'],
    ['{"id": "a", "text": " \\n "}', 'no text'],
    ['{"id": "a", "text": 3}', '`text` is not a string'],
  ])('explains why %s is not a document', (line, why) => {
    expect(parseDocument(Buffer.from(line))).toEqual({
      kind: 'other',
      reason: expect.stringContaining(why) as string,
    });
  });

  it('reports that a line is not UTF-8', () => {
    expect(parseDocument(Buffer.from('{"id": "gr\xfcn", "text": "x"}', 'latin1'))).toEqual({
      kind: 'other',
      reason: 'it is not UTF-8',
    });
  });

  it('skips blank lines and a byte order mark', () => {
    expect(parseDocument(Buffer.from(' \r'))).toEqual({ kind: 'blank' });
    expect(parseDocument(Buffer.from('\ufeff{"id":"a","text":"x"}'))).toMatchObject({ kind: 'document' });
  });

  it('omits an invalid URL with a remark', () => {
    for (const url of ['javascript:alert(1)', 'file:///etc/passwd', 'not an address', 'https://'])
      expect(parse({ id: 'a', text: 'x', url })).toEqual({
        kind: 'document',
        document: { id: 'a', text: 'x', sections: [] },
        remark: expect.stringContaining('not an http(s) URL') as string,
      });
  });

  it('finds sections in the text, in order', () => {
    const text = 'Lead.\n\nHistory\nLong ago.\n\nUse\nEvery day.';
    const sections = [
      { title: 'History', text: 'Long ago.' },
      { heading: 'Use', text: 'Every day.' },
    ];
    const parsed = parse({ id: 'a', text, sections });
    expect(parsed).toMatchObject({ kind: 'document', document: { text } });
    if (parsed.kind !== 'document') return;
    expect(parsed.document.sections.map(({ title, start, end }) => [title, text.slice(start, end)])).toEqual([
      ['History', 'Long ago.'],
      ['Use', 'Every day.'],
    ]);
  });

  it('appends sections that are not in the text, and consists only of sections if there is no text', () => {
    for (const text of ['Lead.', undefined]) {
      const parsed = parse({ id: 'a', text, sections: ['Bare.', { title: 'Use', text: 'Daily.' }, null, 3] });
      expect(parsed).toMatchObject({
        document: { text: `${text === undefined ? '' : 'Lead.\n\n'}Bare.\n\nDaily.` },
      });
      if (parsed.kind !== 'document') return;
      const { document } = parsed;
      expect(document.sections.map(({ start, end }) => document.text.slice(start, end))).toEqual([
        'Bare.',
        'Daily.',
      ]);
    }
  });

  it('never throws, and sections are in the text in order', () => {
    const section = fc.oneof(
      fc.string(),
      fc.record({ title: fc.string(), text: fc.string() }),
      fc.anything(),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.array(section), (text, sections) => {
        const parsed = parse({ id: 'a', text, sections });
        if (parsed.kind !== 'document') return;
        let free = 0;
        for (const { start, end } of parsed.document.sections) {
          expect(start).toBeGreaterThanOrEqual(free);
          expect(end).toBeGreaterThan(start);
          free = end;
        }
        expect(free).toBeLessThanOrEqual(parsed.document.text.length);
      }),
    );
    fc.assert(fc.property(fc.uint8Array(), (bytes) => void parseDocument(bytes)));
  });
});
