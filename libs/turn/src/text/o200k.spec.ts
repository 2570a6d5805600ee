import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { encode as encodeByPackage } from 'gpt-tokenizer';
import { O200k } from './o200k';

const encoding = new O200k();

/** What OpenAI's encoder made of texts in many languages, as `gpt-tokenizer` ships it. */
function samples(): readonly { readonly sample: string; readonly encoded: readonly number[] }[] {
  const file = createRequire(__filename).resolve('gpt-tokenizer/data/TestPlans.txt');
  const plans = readFileSync(file, 'utf8').split(/\n?EncodingName: /);
  return plans.flatMap((plan) => {
    const parts = /^o200k_base\nSample: (.*)\nEncoded: (\[.*\])/s.exec(plan);
    return parts ? [{ sample: parts[1] ?? '', encoded: JSON.parse(parts[2] ?? '') as number[] }] : [];
  });
}

it('encodes as the reference does', () => {
  const plans = samples();
  expect(plans.length).toBeGreaterThan(20);
  for (const { sample, encoded } of plans) expect(encoding.encode(sample)).toEqual(encoded);
});

it('encodes any text as gpt-tokenizer does, and decodes it again', () => {
  const word = fc.constantFrom(
    'retry',
    'Straße',
    ' ',
    '\n\n',
    '日本語',
    "it's",
    '👩‍👩‍👧',
    '1234567',
    '_a$',
    '<|endoftext|>',
  );
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 80 }),
    fc
      .string({ unit: 'binary', maxLength: 80 })
      .filter((text) => text.isWellFormed() && !text.includes('\uFEFF')),
    fc.array(word, { maxLength: 30 }).map((words) => words.join('')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const tokens = encoding.encode(text);
      expect(tokens).toEqual(encodeByPackage(text, { disallowedSpecial: new Set<string>() }));
      expect(encoding.count(text)).toBe(tokens.length);
      expect(encoding.decode(tokens)).toBe(text);
    }),
    { numRuns: 2_000 },
  );
});

it('keeps a byte order mark within a text', () => {
  expect(encoding.decode(encoding.encode('a\uFEFFb'))).toBe('a\uFEFFb');
});

describe('a saved table of tokens', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tokens-'));
  const table = join(folder, 'o200k.table');
  const text = 'A retry of `getUserName` in Straße 日本語, 1234567 times.';

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('encodes and decodes as the parsed tokens do', () => {
    encoding.save(table);
    const saved = new O200k(table);
    expect(saved.encode(text)).toEqual(encoding.encode(text));
    expect(saved.decode(encoding.encode(text))).toBe(text);
    for (const { sample, encoded } of samples()) expect(saved.encode(sample)).toEqual(encoded);
  });

  it.each([0, 4, 1_000_000])('is ignored if only its first %i bytes were written', (bytes) => {
    encoding.save(table);
    truncateSync(table, bytes);
    expect(new O200k(table).encode(text)).toEqual(encoding.encode(text));
  });

  it('is what the encoding reads if it is there', () => {
    encoding.save(table);
    const content = readFileSync(table);
    expect(encoding.decode([0])).toBe('!');
    content.write('?', content.length - content.readUInt32LE(4));
    writeFileSync(table, content);
    expect(new O200k(table).decode([0])).toBe('?');
  });
});
