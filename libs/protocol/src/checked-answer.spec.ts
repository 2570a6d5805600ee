import fc from 'fast-check';
import type { Answer } from '@quarry/turn';
import { checkedAnswer } from './checked-answer';
import { inert } from './inert';
import { active } from './testing/readers';

const draft = (text: string): Answer => ({
  english: inert(text),
  text: inert(text),
  citations: [],
  removedCitations: [],
  writtenBy: 'm',
});

describe('an answer whose marks were checked', () => {
  it.each([
    '< [99]img src=x onerror=alert(1)>',
    'h [99]ttps://evil.example/x',
    'h【99†x】ttps://evil.example/x',
    '[99] [a]: //evil.example/x\n\n[a]',
    '[a] [99]: //evil.example/x\n\n[a]',
    '【99†x】[a]: //evil.example/x\n\n[a]',
    '![a]【99】(https://evil.example/x.png)',
  ])('%j has nothing that becomes active as its marks go', (text) => {
    expect(active(checkedAnswer(draft(text), []).text)).toEqual([]);
  });

  it('is inert, whatever it is made of', () => {
    const pieces = [
      ...['[99]', '【99†x】', '［9］', '[^9]', '[[9]]', '(Evidence 9)', '[cite_start]'],
      ...[
        '[a]',
        '](',
        ']:',
        '(',
        ')',
        '<',
        'img src=x>',
        'b>',
        'https:',
        '//e.example',
        'h',
        'ttps://e.example/',
        'www',
        '.e.example',
      ],
      ...['\n', '\n\n', ' ', '`', '```', '~~~', '    ', '- ', '> ', '| ', '\\', '!', ':', '*'],
    ];
    const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 16 }).map((all) => all.join(''));
    fc.assert(
      fc.property(texts, (text) => {
        expect(active(checkedAnswer(draft(text), []).text)).toEqual([]);
      }),
      { numRuns: 4_000, seed: 20_261_123 },
    );
  });
});
