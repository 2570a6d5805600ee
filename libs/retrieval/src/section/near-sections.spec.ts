import fc from 'fast-check';
import { namedSections, theOne } from './named-sections';
import { clearlyNear, nearSections } from './near-sections';

const section = (id: string, title: string, characters = 100) => ({
  id,
  path: id.split('#')[0] ?? id,
  title,
  characters,
});
const SECTIONS = [
  section('a.pdf', 'a.pdf'),
  section('a.pdf#item-2-discussion', 'Item 2. Discussion'),
  section('a.pdf#item-2-discussion/results-of-operations', 'Results of Operations'),
  section('a.pdf#item-2-discussion/cash-flows', 'Cash Flows'),
  section('a.pdf#note-4-leases', 'NOTE 4. Leases'),
  section('a.pdf#note-14-derivatives', 'NOTE 14. Derivatives'),
];

describe('a section under another name', () => {
  it.each([
    ['Resuls of operation', 'results-of-operations'],
    ['operations results', 'results-of-operations'],
    ['cash flow', 'cash-flows'],
    ['lease', 'note-4-leases'],
  ])('%s', (wanted, id) => {
    expect(clearlyNear(wanted, SECTIONS)?.id.endsWith(id)).toBe(true);
  });

  it.each([
    'Cash flows from operating activities',
    'Note 5. Leases',
    'consumer sales',
    'the',
    '',
    '💶',
    'NOTE',
  ])('not %s: that is something else, or says too little', (wanted) => {
    expect(clearlyNear(wanted, SECTIONS)).toBeNull();
  });

  it('is not guessed where two are as near', () => {
    const two = [
      section('a.pdf#x/sales-growth', 'Sales growth'),
      section('a.pdf#y/sales-growth', 'Sales growth'),
    ];
    expect(clearlyNear('growth of sale', two)).toBeNull();
    expect(nearSections('growth of sale', two, 5)).toHaveLength(2);
  });

  it('every section is found by its own id, its title, and its title in capitals without punctuation', () => {
    const title = fc
      .array(fc.stringMatching(/^[A-Za-z]{2,9}$/), { minLength: 1, maxLength: 5 })
      .map((words) => words.join(' '));
    fc.assert(
      fc.property(
        fc.uniqueArray(title, { minLength: 1, maxLength: 12, selector: (one) => one.toLowerCase() }),
        (titles) => {
          const all = titles.map((one, at) => section(`b.pdf#part-${at}/x${at}`, `${at + 1}. ${one}`));
          all.forEach((own, at) => {
            expect(namedSections(own.id, all)).toEqual([own]);
            expect(theOne(namedSections(own.title, all))).toBe(own);
            expect(namedSections((titles[at] ?? '').toUpperCase().replaceAll(' ', ' - '), all)).toContain(
              own,
            );
          });
        },
      ),
      { numRuns: 50 },
    );
  });

  it('takes linear time, whatever is asked for', () => {
    const many = Array.from({ length: 5_000 }, (_, at) =>
      section(`c.pdf#s-${at}`, `Chapter ${at} of the book`),
    );
    for (const wanted of [
      'x'.repeat(1_000),
      'chapter of book '.repeat(60),
      '›/'.repeat(500),
      '#'.repeat(1_000),
    ])
      expect(() => [namedSections(wanted, many), clearlyNear(wanted, many)]).not.toThrow();
  }, 20_000);
});
