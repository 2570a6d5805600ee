import { AttackFamily, type Row } from './attack-family';

const ROW: Row<string, { readonly status: number; readonly detail?: string }> = {
  name: 'paths',
  benign: 'guide.md',
  attacks: ['../a', '../b', '../c'],
  send: (path) => ({ status: path.startsWith('..') ? 400 : 200 }),
  reached: ({ status }) => status === 200,
  judge: ({ status }) => expect(status).toBe(400),
};
/** Of three cases, as `bombs.slow.spec.ts` has fourteen. */
const family = (): AttackFamily => new AttackFamily('test/security/bombs.slow.spec.ts');

describe('a row of attacks', () => {
  it('counts each attack whose twin gets through', async () => {
    const counting = family();
    await counting.row(ROW);
    counting.counted(3);
    expect(() => counting.counted(4)).toThrow();
    expect(() => counting.counted()).toThrow();
    await counting.row({ ...ROW, attacks: ['..', '../..'], casesOf: () => 5, atOnce: 2 });
    await counting.row({ ...ROW, attacks: ['..'] });
    counting.counted();
  });

  it.each<readonly [string, Partial<typeof ROW>, RegExp]>([
    [
      'its twin is refused as well',
      { send: () => ({ status: 400 }) },
      /the twin does not reach .*"status":400/,
    ],
    [
      'an attack has a misspelt field',
      {
        send: (path) =>
          path === '../b'
            ? { status: 400, detail: "unknown field 'pth'" }
            : { status: path === 'guide.md' ? 200 : 400 },
      },
      /"..\/b" was refused for a field's name/,
    ],
    ['it has no attack', { attacks: [] }, /no attacks of 'paths'/],
    ['an attack is judged by nothing', { judge: () => undefined }, /judged by no assertion/],
  ])('fails, and counts none, where %s', async (_what, change, message) => {
    const failing = family();
    await expect(failing.row({ ...ROW, ...change })).rejects.toThrow(message);
  });

  it('where the names of fields are what is attacked, its twin has a wrong one as well', async () => {
    const send = () => ({ status: 400, detail: "unknown field 'x'" });
    await family().row({ ...ROW, send, reached: ({ detail }) => detail.includes('unknown field') });
  });
});
