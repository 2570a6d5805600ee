import * as fc from 'fast-check';
import { Masker } from './masker';
import { draw, samples } from './testing/samples';

const KEY = Buffer.alloc(32, 7);
const ALNUM = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const token = (seed: string): string => `gh${'p_'}${draw(ALNUM, 36, seed)}`;
const placeholder = /<secret:[a-z0-9-]+:[0-9a-f]{8}>/g;

describe('Masker', () => {
  const masker = new Masker(KEY, 'shop');

  it('replaces equal values by equal placeholders in every file, and different values by different ones', async () => {
    const [a, b] = [token('a'), token('b')];
    const first = await masker.mask(`x = '${a}'; y = '${b}'; z = '${a}'`, 'a.ts');
    const second = await masker.mask(`again = "${a}"`, 'b.py');
    const [x, y, z] = first.text.match(placeholder) ?? [];
    expect(x).toMatch(/^<secret:github-token:/);
    expect(z).toBe(x);
    expect(y).not.toBe(x);
    expect(second.text).toBe(`again = "${x}"`);
  });

  it('uses different placeholders in another repository, and with another key', async () => {
    const text = `x = '${token('a')}'`;
    const of = async (one: Masker): Promise<string> => (await one.mask(text, 'a.ts')).text;
    const made = await Promise.all([
      of(masker),
      of(new Masker(KEY, 'other')),
      of(new Masker(Buffer.alloc(32, 8), 'shop')),
    ]);
    expect(new Set(made).size).toBe(3);
  });

  it('keeps the number of every line, also after a key of many lines', async () => {
    for (const { value, path = 'notes.md', text } of samples()) {
      const whole = `one\ntwo\n${text?.(value) ?? `key ${value}\n`}last line`;
      const masked = await masker.mask(whole, path);
      expect(masked.text.split('\n').length).toBe(whole.split('\n').length);
      expect(masked.text.split('\n').at(-1)).toBe('last line');
      expect(masked.found.map(({ line }) => line)).toEqual([3]);
    }
  });

  it('maps a position of the original to the masked text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('a ', 'bc\n', token('p'), token('q'), ' "'), { maxLength: 12 }),
        async (parts) => {
          const text = parts.join(' ');
          const { text: masked, at } = await masker.mask(text, 'a.ts');
          for (let offset = 0; offset <= text.length; offset++) {
            const rest = text.slice(offset);
            // A text without a secret before its end maps the same from either position.
            if (!rest.includes('gh') && /^\W|^$/.test(rest)) expect(masked.slice(at(offset))).toBe(rest);
          }
          expect(at(text.length)).toBe(masked.length);
        },
      ),
    );
  });

  it('does not mask placeholders again', async () => {
    const once = await masker.mask(
      `api_key = '${token('a')}'\nurl: https://u:${draw(ALNUM, 20, 'u')}7a@h.io`,
      'a.yaml',
    );
    expect(once.found.length).toBe(2);
    expect(await masker.mask(once.text, 'a.yaml')).toMatchObject({ text: once.text, found: [] });
  });

  it('skips values that a comment allows, and allowed paths', async () => {
    const secret = token('a');
    const lines = [
      `a('${secret}') // secretlint-disable-line`,
      `b('${secret}') # gitleaks:allow`,
      `c('${secret}') # pragma: allowlist secret`,
      '// secretlint-disable-next-line',
      `d('${secret}')`,
      `e('${secret}')`,
    ];
    const { found } = await masker.mask(lines.join('\n'), 'a.ts');
    expect(found).toEqual([{ kind: 'github-token', line: 6 }]);
    const open = new Masker(KEY, 'shop', (path) => path.startsWith('fixtures/'));
    expect((await open.mask(secret, 'fixtures/a.ts')).found).toEqual([]);
    expect((await open.mask(secret, 'src/a.ts')).found).toHaveLength(1);
  });
});
