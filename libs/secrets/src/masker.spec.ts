import * as fc from 'fast-check';
import { Masker } from './masker';
import { draw, samples } from './testing/samples';

const KEY = Buffer.alloc(32, 7);
const ALNUM = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const token = (seed: string): string => `gh${'p_'}${draw(ALNUM, 36, seed)}`;
const placeholder = /<secret:[a-z0-9-]+:[0-9a-f]{8}>/g;

describe('Masker', () => {
  const masker = new Masker(KEY, 'shop');

  it('gives the same value the same placeholder, in every file, and another value another one', async () => {
    const [a, b] = [token('a'), token('b')];
    const first = await masker.mask(`x = '${a}'; y = '${b}'; z = '${a}'`, 'a.ts');
    const second = await masker.mask(`again = "${a}"`, 'b.py');
    const [x, y, z] = first.text.match(placeholder) ?? [];
    expect(x).toMatch(/^<secret:github-token:/);
    expect(z).toBe(x);
    expect(y).not.toBe(x);
    expect(second.text).toBe(`again = "${x}"`);
  });

  it('gives it others in another repository, and with another key', async () => {
    const text = `x = '${token('a')}'`;
    const of = async (one: Masker): Promise<string> => (await one.mask(text, 'a.ts')).text;
    const made = await Promise.all([
      of(masker),
      of(new Masker(KEY, 'other')),
      of(new Masker(Buffer.alloc(32, 8), 'shop')),
    ]);
    expect(new Set(made).size).toBe(3);
  });

  it('keeps every line where it was, behind a key of many lines, too', async () => {
    for (const { value, path = 'notes.md', text } of samples()) {
      const whole = `one\ntwo\n${text?.(value) ?? `key ${value}\n`}last line`;
      const masked = await masker.mask(whole, path);
      expect(masked.text.split('\n').length).toBe(whole.split('\n').length);
      expect(masked.text.split('\n').at(-1)).toBe('last line');
      expect(masked.found.map(({ line }) => line)).toEqual([3]);
    }
  });

  it('says where a place of the original is now', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('a ', 'bc\n', token('p'), token('q'), ' "'), { maxLength: 12 }),
        async (parts) => {
          const text = parts.join(' ');
          const { text: masked, at } = await masker.mask(text, 'a.ts');
          for (let offset = 0; offset <= text.length; offset++) {
            const rest = text.slice(offset);
            // What has no secret before its end reads alike from either place.
            if (!rest.includes('gh') && /^\W|^$/.test(rest)) expect(masked.slice(at(offset))).toBe(rest);
          }
          expect(at(text.length)).toBe(masked.length);
        },
      ),
    );
  });

  it('masks what is masked already no further', async () => {
    const once = await masker.mask(
      `api_key = '${token('a')}'\nurl: https://u:${draw(ALNUM, 20, 'u')}7a@h.io`,
      'a.yaml',
    );
    expect(once.found.length).toBe(2);
    expect(await masker.mask(once.text, 'a.yaml')).toMatchObject({ text: once.text, found: [] });
  });

  it('leaves what a comment allows, and a path that is allowed', async () => {
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
