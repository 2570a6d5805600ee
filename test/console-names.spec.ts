import { readdirSync } from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { ROLES } from '@quarry/application/access';
import { EDGE_KINDS, NODE_KINDS } from '@quarry/graph-store';
import { PHRASES, clauseOf, conclude, conclusionOf, FAULT_CODES, type Phrase, type Turn } from '@quarry/turn';
import { anyTurn } from '@quarry/turn/testing';

const SOURCES = path.resolve(__dirname, '../apps/console/src');

/** The console is compiled for browsers, with other rules for imports: it is loaded rather than imported. */
const { speak } = jest.requireActual<{ speak: (next: object) => void }>(`${SOURCES}/language/messages`);
const german = jest.requireActual<Readonly<Record<string, string>>>(`${SOURCES}/language/german.json`);
// Before the names are loaded: they are constants.
speak({ locale: 'de', catalogue: german });
const said = jest.requireActual<{
  reasonOf: (turn: Concluded) => string;
  disclaimerOf: (turn: Concluded) => string;
}>(`${SOURCES}/format/phrases`);
const faults = jest.requireActual<{ faultWord: (code: string) => string | null }>(`${SOURCES}/format/faults`);
const { quotedAnswer } = jest.requireActual<{ quotedAnswer: (text: string) => string }>(
  `${SOURCES}/pages/ask/turn/quoted-answer`,
);
const { NOTICE } = jest.requireActual<{ NOTICE: string }>('../libs/chat-model/src/extractive/answer.task');
const graph = jest.requireActual<Record<'nodeWord' | 'edgeWord', (kind: string) => string>>(
  `${SOURCES}/format/graph-words`,
);
const names = jest.requireActual<Record<'roleWord' | 'stopWord' | 'headlineWord', (name: string) => string>>(
  `${SOURCES}/format/names`,
);

interface Concluded {
  readonly reason: string;
  readonly disclaimer: string;
  readonly phrases: { readonly reason: Phrase; readonly disclaimer: readonly Phrase[] };
}

/** A clause as the console says it; its English texts stand in a catalogue, too. */
function sayIn(language: 'en' | 'de', reason: Phrase): string {
  const english = Object.fromEntries(Object.keys(german).map((key) => [key, key]));
  speak({ locale: language, catalogue: language === 'en' ? english : german });
  const text = said.reasonOf({ reason: '', disclaimer: '', phrases: { reason, disclaimer: [] } });
  speak({ locale: 'de', catalogue: german });
  return text;
}

const ended = anyTurn.map((turn): Turn => (turn.end ? turn : { ...turn, end: conclude(turn) }));

/** The rules of the loop guard, by the names of their files. */
const RULES = readdirSync(path.resolve(__dirname, '../apps/loop-guard/src/rules'))
  .filter((file) => file.endsWith('.rule.ts'))
  .map((file) => file.replace('.rule.ts', '').replaceAll('-', '_'));

describe('names of the gateway in the language of the console', () => {
  it.each(NODE_KINDS)('has a word for the node %s', (kind) => {
    expect(Object.values(german)).toContain(graph.nodeWord(kind));
  });

  it.each(EDGE_KINDS)('has a word for the edge %s', (kind) => {
    expect(Object.values(german)).toContain(graph.edgeWord(kind));
  });

  it('says the fixed words of a quoted answer, and leaves its quotations as they are', () => {
    const code = ['```js', '`a.js`, lines 1–2, of code', '```'];
    const heads = [
      '`lib/a.js`, lines 16–119, `lib/a.make` [4, 5]',
      '`r.pdf`, page 19 [1]',
      '`b.js`, line 7 [2]',
    ];
    expect(quotedAnswer([NOTICE, ...heads, ...code, '> page 3 [9]'].join('\n')).split('\n')).toEqual([
      german[NOTICE],
      '`lib/a.js`, Zeilen 16–119, `lib/a.make` [4, 5]',
      '`r.pdf`, Seite 19 [1]',
      '`b.js`, Zeile 7 [2]',
      ...[...code, '> page 3 [9]'],
    ]);
    speak({ locale: 'en', catalogue: null });
    expect(quotedAnswer(NOTICE)).toBe(NOTICE);
    speak({ locale: 'de', catalogue: german });
  });

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

  it.each(FAULT_CODES)('has words for the error %s', (code) => {
    expect(Object.values(german)).toContain(faults.faultWord(code));
  });

  it.each(Object.keys(PHRASES))('says %s as the gateway does, and in German', (code) => {
    const because = { code: 'evidence_holds', values: {} };
    for (const count of [1, 2]) {
      const names = [
        ...(Object.entries(PHRASES).find(([key]) => key === code)?.[1] ?? '').matchAll(/\{(\w+)\}/g),
      ];
      const values = Object.fromEntries(
        names.map(([, name = '']) => [name, name === 'count' ? count : `<${name}>`]),
      );
      const phrase = { code, values, because };
      const [english, inGerman] = [sayIn('en', phrase), sayIn('de', phrase)];
      expect(english).toBe(clauseOf(phrase));
      expect(inGerman).not.toBe(english);
      // Everything that is put into it is in the German, too.
      expect(inGerman.match(/<\w+>/g)?.sort()).toEqual(english.match(/<\w+>/g)?.sort());
    }
  });

  it('says why every turn ended, and how far its answer can be relied on', () => {
    fc.assert(
      fc.property(ended, (turn) => {
        const { reason, confidence, phrases } = conclusionOf(turn);
        const concluded = { reason, disclaimer: confidence.disclaimer, phrases };
        // Texts of others stay as they are.
        const isQuoted = 'text' in phrases.reason.values;
        if (!isQuoted) expect(said.reasonOf(concluded)).not.toBe(reason);
        expect(said.disclaimerOf(concluded)).not.toBe(confidence.disclaimer);
        expect(said.disclaimerOf(concluded)).toMatch(/^[A-ZÄÖÜ].*[^.]\.$/s);
        speak({ locale: 'en', catalogue: null });
        expect(said.reasonOf(concluded)).toBe(reason);
        expect(said.disclaimerOf(concluded)).toBe(confidence.disclaimer);
        speak({ locale: 'de', catalogue: german });
      }),
    );
  });

  it('says what a phrase of a newer gateway says, in English', () => {
    const phrase = { code: 'of_tomorrow', values: { text: 'the moon is full' }, because: null };
    expect(sayIn('de', phrase)).toBe('the moon is full');
  });

  it('shows a name of a newer gateway as it comes', () => {
    expect(names.stopWord('rule_of_tomorrow')).toBe('rule_of_tomorrow');
    expect(names.stopWord('constructor')).toBe('constructor');
    expect(names.headlineWord('Answered by a friend')).toBe('Answered by a friend');
  });
});
