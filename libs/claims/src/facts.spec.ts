import { factsOf, statesFacts, type Facts } from './facts';

type Kind = 'identifiers' | 'names' | 'quotations';
const all = (facts: Facts): Record<Kind, readonly string[]> => ({
  identifiers: facts.identifiers.toSorted(),
  names: facts.names,
  quotations: facts.quotations,
});
const none = { identifiers: [], names: [], quotations: [] };

describe('the parts of a sentence that must occur in the evidence', () => {
  it.each<[string, Partial<Record<Kind, string[]>>]>([
    ['Call `load` and ``save all`` [1].', { identifiers: ['load', 'save all'] }],
    ['It is ` a.b `, see `x`y.', { identifiers: ['a.b', 'x'] }],
    ['`()` and `...` say nothing; `a` does.', { identifiers: ['a'] }],
    [
      'It calls Load() and then a::b, a->b, $scope, @Input and A#b.',
      { identifiers: ['$scope', '@Input', 'A#b', 'Load()', 'a->b', 'a::b'] },
    ],
    [
      'It has retry_count, MAX_SIZE, x_1 and _x, but x1_2 too.',
      { identifiers: ['MAX_SIZE', 'retry_count', 'x_1'] },
    ],
    ['See src/a.ts, a/b/c and read/write.', { identifiers: ['a/b/c', 'src/a.ts'] }],
    ['See a/b.toolongending, and/or, e.g. n/a, either/or, i.e. and/orx.', {}],
    ['It sets config.retries and 1.5 s for a.b.c.', { identifiers: ['a.b.c', 'config.retries'] }],
    [
      'The fooBar of InvoiceService and iPhone runs in TypeScript.',
      { identifiers: ['fooBar', 'iPhone'], names: ['InvoiceService', 'TypeScript'] },
    ],
    ['It costs $5 and $5,298 of USD.', { names: ['USD'] }],
    ['In v1.2.3 of 10.0.1 at 0xFF it waits; not in 1.2.', { identifiers: ['0xFF', '10.0.1', 'v1.2.3'] }],
    [
      'It says “goods go back” and «so be it», "not now" and “Vault.” once.',
      { quotations: ['goods go back', 'so be it', 'not now'], names: ['Vault'] },
    ],
    ['It says “ vault ” once.', { names: [' vault '] }],
    ['The don\'t of "x" and a"b c"d is none.', {}],
    [
      'The Northwind Traders of Bergen hired Ingrid Solberg’s Company in June.',
      { names: ['Northwind', 'Traders', 'Bergen', 'Ingrid', 'Solberg', 'Company'] },
    ],
    ['Northwind Traders sells fish.', { names: ['Northwind', 'Traders'] }],
    ['Northwind sells fish (Salt as well) “Traders and more”.', { quotations: ['Traders and more'] }],
    [
      'When Oslo flooded, University of Bergen closed. Every Monday it opens.',
      { names: ['Oslo', 'University', 'Bergen'] },
    ],
    ['Redis: Redis is used. A Redis is.', { names: ['Redis'] }],
    ['Unlike Oslo, the JSON-RPC of O’Neil’s works.', { names: ['Oslo', 'JSON-RPC', 'O’Neil'] }],
    ['They met Van Gogh and Ludwig van Beethoven of X.', { names: ['Van', 'Gogh', 'Ludwig', 'Beethoven'] }],
  ])('%s', (sentence, expected) => {
    expect(all(factsOf(sentence))).toEqual({ ...none, ...expected });
  });

  it.each(
    'The A An This That These In On At By For When If Its Their From With After Before As Each Every All No Both Only While Since Under To Of Unlike Like Then Thus Also But And Or So However'.split(
      ' ',
    ),
  )('is a name after %s, which is not', (word) => {
    expect(factsOf(`${word} Oslo closes.`).names).toEqual(['Oslo']);
  });

  it.each([
    [
      'It waits thirty days, twice in March, and three times on Monday.',
      ['thirty days', 'March', 'three times'],
    ],
    ['One of two may stay.', []],
    ['Up to 3, by `4`, 2*5 and v6.', ['3', '2', '5']],
  ])('are the numbers of %j', (sentence, quantities) => {
    expect(factsOf(sentence).quantities.map(({ text }) => text)).toEqual(quantities);
  });

  it.each([
    ['Read [the guide](https://a.b/c) and \\[x](y) now.', 'Read the guide and \\[x](y) now. '],
    [
      '**Bold** and *it* of _this_ snake_case 2*3 __init__.',
      'Bold and it of this snake_case 2*3 init. snake_case',
    ],
    ['It retries.[1] Then [2, 3] it stops.', 'It retries. Then  it stops. '],
    ['Call `load` now.', 'Call          now. load'],
  ])('%j reads %j', (sentence, plain) => {
    expect(factsOf(sentence).plain).toBe(plain);
  });

  it.each(['`load`', 'in 3 days', '“goods go back”', 'of Oslo'])('are present in %j', (sentence) => {
    expect(statesFacts(factsOf(`it is ${sentence}.`))).toBe(true);
    expect(statesFacts(factsOf('it is so.'))).toBe(false);
  });
});
