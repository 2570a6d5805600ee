import { readdirSync } from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { ROLES } from '@quarry/application/access';
import { conclude, conclusionOf, type Turn } from '@quarry/turn';
import { anyTurn } from '@quarry/turn/testing';

const SOURCES = path.resolve(__dirname, '../apps/console/src');

/** The console is compiled for browsers, with other rules for imports: it is loaded rather than imported. */
const { speak } = jest.requireActual<{ speak: (next: object) => void }>(`${SOURCES}/language/messages`);
const german = jest.requireActual<Readonly<Record<string, string>>>(`${SOURCES}/language/german.json`);
// Before the names are loaded: they are constants.
speak({ locale: 'de', catalogue: german });
const names = jest.requireActual<Record<'roleWord' | 'stopWord' | 'headlineWord', (name: string) => string>>(
  `${SOURCES}/format/names`,
);

const ended = anyTurn.map((turn): Turn => (turn.end ? turn : { ...turn, end: conclude(turn) }));

/** The rules of the loop guard, by the names of their files. */
const RULES = readdirSync(path.resolve(__dirname, '../apps/loop-guard/src/rules'))
  .filter((file) => file.endsWith('.rule.ts'))
  .map((file) => file.replace('.rule.ts', '').replaceAll('-', '_'));

describe('names of the gateway in the language of the console', () => {
  it('has words for the headline of every turn', () => {
    const untranslated = new Set<string>();
    fc.assert(
      fc.property(ended, (turn) => {
        const { headline } = conclusionOf(turn);
        if (names.headlineWord(headline) === headline) untranslated.add(headline);
      }),
      { numRuns: 1_000 },
    );
    expect([...untranslated]).toEqual([]);
  });

  it('keeps the values in a headline', () => {
    expect(names.headlineWord('The 5 most relevant passages')).toBe('Die 5 relevantesten Passagen');
    expect(names.headlineWord('The value of MAX_TTL')).toBe('Der Wert von MAX_TTL');
    expect(names.headlineWord('The definition of a | b')).toBe('Die Definition von a | b');
  });

  it.each(ROLES)('has a word for the role %s', (role) => {
    expect(Object.keys(german)).toContain(role);
    expect(names.roleWord(role)).toBe(german[role]);
  });

  it.each(RULES)('has words for the rule %s', (rule) => {
    expect(names.stopWord(rule)).not.toBe(rule);
  });

  it('shows a name of a newer gateway as it comes', () => {
    expect(names.stopWord('rule_of_tomorrow')).toBe('rule_of_tomorrow');
    expect(names.stopWord('constructor')).toBe('constructor');
    expect(names.headlineWord('Answered by a friend')).toBe('Answered by a friend');
  });
});
