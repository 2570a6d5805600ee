import { htmlTexts } from './html-blocks';
import { statementsOf } from './statements';

it.each([
  ['a row is one', '<tr>\n<td>Sales</td>\n<td> 5\n[1]</td></tr>', ['Sales · 5 [1]']],
  ['rows and cells may stay open', '<tr><td>a<td>b<tr><td>c<td>d</table>', ['a · b', 'c · d']],
  ['heads state nothing', '<thead><tr><td>Year</td></tr></thead><tr><th>2018</th></tr>', []],
  ['nor do headings and comments', '<h2>It waits 5 s</h2><!-- It waits 6 s --><script>x()</script>', []],
  ['paragraphs and items', '<p>It waits.</p><ul><li>Five\ntimes</li></ul>', ['It waits.', 'Five\ntimes']],
])('%s', (_what, html, bodies) => {
  expect(htmlTexts(html).map(({ body }) => body)).toEqual(bodies);
});

it('statements of HTML have their place in the answer', () => {
  const answer =
    'It runs.\n\n<div>\n  <p>Logs are kept. They rot [1].</p>\n<table><tr><td>wait</td><td>5 s [2]</td></tr></table>\n</div>\n\nIt ends.';
  const found = statementsOf(answer);
  expect(found.map(({ body, cites }) => [body, cites])).toEqual([
    ['It runs.', []],
    ['Logs are kept.', []],
    ['They rot [1].', [1]],
    ['wait · 5 s [2]', [2]],
    ['It ends.', []],
  ]);
  for (const { body, span } of found.filter(({ body: text }) => !text.includes('·')))
    expect(answer.slice(span.start, span.end)).toBe(body);
  const row = found[3]?.span;
  expect(row && answer.slice(row.start, row.end)).toBe('<tr><td>wait</td><td>5 s [2]</td></tr>');
});
