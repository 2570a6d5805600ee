import { aPdf, type Printed } from '../testing/a-pdf';
import { Reading } from '../testing/reading';

const reading = new Reading();
afterAll(() => reading.close());

const values: readonly Printed[] = ['Alcona', 'Curtis', 'Gustin'].flatMap((label, at) => [
  { x: 60, y: 240 + 14 * at, text: label },
  ...[200, 240, 280].map((x, column) => ({ x, y: 240 + 14 * at, text: `${at + 1}${column}4` })),
]);

/** Read upwards, from the foot of the heads. */
const turned = (x: number, text: string): Printed => ({ x, y: 222, text, quarter: 3 });

async function lines(heads: readonly Printed[], drawing?: string) {
  const page = { texts: [...heads, ...values], ...(drawing && { drawing }) };
  return (await reading.document(aPdf({ pages: [page] }))).lines;
}

describe('turned heads', () => {
  it('head the columns of figures below them, with all lines of each', async () => {
    const read = await lines([
      turned(206, 'Projected'),
      turned(218, 'population'),
      turned(252, 'Adults'),
      turned(292, 'Production'),
    ]);
    expect(read.filter(({ head }) => head).map(({ text }) => text)).toEqual([
      ' | Projected population | Adults | Production',
    ]);
    expect(read.filter(({ kind }) => kind === 'row').at(-1)?.text).toBe('Gustin | 304 | 314 | 324');
  });

  it('are below a head of several columns, as far as their cells are high', async () => {
    const read = await lines([
      { x: 208, y: 110, text: 'Lieutenant Governor' },
      ...[206, 246, 286].map((x, at) => turned(x, `Candidate ${at} of the party`)),
    ]);
    expect(read.filter(({ head }) => head).map(({ text }) => text.replace(/[ |]+/g, ' ').trim())).toEqual([
      'Lieutenant Governor',
      'Candidate 0 of the party Candidate 1 of the party Candidate 2 of the party',
    ]);
  });

  it('are no heads beside a table, as the name of an axis is', async () => {
    const read = await lines([turned(40, 'Votes'), turned(292, 'Production')]);
    expect(read.filter(({ kind }) => kind === 'text').map(({ text }) => text)).toEqual(
      expect.arrayContaining(['Votes', 'Production']),
    );
  });
});
