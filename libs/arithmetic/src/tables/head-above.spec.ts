import { rowsOf } from './table-rows';

it('gives a head to the columns of its group, if the names below it repeat', () => {
  const table = [
    ' |  | Pledged |  | Redeemed |  | ',
    'State | Permit | Long | Short | Long | Short | Total',
    'Texas | 21,550 | 20 | 31 | 42 | 53 | 21,696',
  ].join('\n');
  const [row] = rowsOf(table);
  expect(row?.cells.map(({ text, header }) => [text, header])).toEqual([
    ['21,550', 'Permit'],
    ['20', 'Pledged Long'],
    ['31', 'Pledged Short'],
    ['42', 'Redeemed Long'],
    ['53', 'Redeemed Short'],
    ['21,696', 'Total'],
  ]);
});
