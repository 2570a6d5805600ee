import { distinctItems, listItems, saysNone, substance } from './section-items';

describe('saysNone', () => {
  it.each([
    '',
    'None.',
    '- n/a',
    '"NONE"',
    'NONE (the context is sufficient)',
    'NONE  - the context is sufficient',
    'Nothing else is missing.',
    'No contradiction was found',
    'There are no conflicts.',
    'No conflict',
    'No missing information needed',
    'not applicable',
  ])('%j says that there is nothing', (text) => {
    expect(saysNone(text)).toBe(true);
  });

  it.each([
    'None of the callers is shown',
    'No passage names the author',
    'No missing data7',
    'nonexistent files',
    'The date; nothing else',
  ])('%j says something', (text) => {
    expect(saysNone(text)).toBe(false);
  });
});

describe('items of a section', () => {
  it('are the bullets with the lines that continue them', () => {
    expect(listItems('- a\n  b\n\n- c')).toEqual(['a b', 'c']);
    expect(listItems('The following:\n- a\n- b')).toEqual(['a', 'b']);
    expect(listItems('The following:')).toEqual(['The following:']);
  });

  it('are what stands beside a none, but not the prose that explains it', () => {
    expect(substance('a\nNone\nb')).toBe('a\nb');
    expect(substance('None\n- a\nThat is all.')).toBe('- a');
  });

  it('are cut, each once, and at most as many as are wanted', () => {
    expect(distinctItems([' a ', 'A.', '', 'b', 'c'])).toEqual(['a', 'b', 'c']);
    expect(distinctItems(['x'.repeat(501), 'y'.repeat(500)])).toEqual([
      `${'x'.repeat(499)}…`,
      'y'.repeat(500),
    ]);
  });
});
