import { someEvidence } from '@quarry/engine/testing';
import { contradictionIn } from './contradiction';
import { factsOf } from './facts';
import { sourceOf } from './passages';

const against = (sentence: string, text: string, path = 'a.md') => {
  const facts = factsOf(sentence);
  return contradictionIn(facts, [sourceOf(someEvidence(1, { path, text }))], facts.quantities);
};

describe('another number', () => {
  it.each([
    ['The export keeps 80 logs.', 'The export keeps 90 logs.', '90', '80'],
    // Of several numbers, the one with the same noun or the same unit.
    ['The export keeps 80 logs of tapes.', 'The export keeps 70 tapes and 90 logs.', '90', '80'],
    ['The export keeps logs for 80 days.', 'The export keeps 5 logs for 90 days.', '90 days', '80 days'],
    [
      'The export keeps logs for thirty days.',
      'The export keeps logs for forty days.',
      'forty days',
      'thirty days',
    ],
    // A number that both contain does not replace another one.
    ['The export keeps 80 logs and 70 tapes.', 'The export keeps 90 logs and 70 tapes.', '90', '80'],
  ])('%s / %s', (sentence, text, there, said) => {
    expect(against(sentence, text)).toBe(`[1] has '${there}' instead of '${said}'`);
  });

  it.each([
    ['the same number occurs as well', 'The export keeps 80 logs.', 'The export keeps 90 logs and 80 tapes.'],
    ['several could be meant', 'The export keeps 80 old things.', 'The export keeps 90 logs and 70 tapes.'],
    ['it has another measure', 'The export keeps logs for 80 days.', 'The export keeps logs of 90 MB.'],
    ['it is about something else', 'The export keeps 80 logs of tapes.', 'Nightly backups hold 90 logs.'],
    ['the sentences are too short', 'It has 80.', 'It has 90.'],
  ])('does not contradict if %s', (_why, sentence, text) => {
    expect(against(sentence, text)).toBeNull();
  });

  it('requires nearly the same words if the number occurs elsewhere in the evidence', () => {
    const facts = factsOf('The export keeps 80 logs.');
    const other = (text: string) =>
      contradictionIn(facts, [sourceOf(someEvidence(1, { path: 'a.md', text }))], []);
    expect(other('The export keeps 90 logs.')).toContain("'90'");
    expect(other('The backup keeps 90 logs.')).toBeNull();
    expect(against('The export keeps 80 logs.', 'The backup keeps 90 logs.')).toContain("'90'");
  });
});

describe('a negation', () => {
  const DENIED = 'The export does not keep logs and tapes.';
  const SAID = 'The export keeps logs and tapes.';

  it.each([
    [SAID, DENIED, DENIED],
    [DENIED, SAID, SAID],
    [SAID, 'The export never keeps logs and tapes.', 'The export never keeps logs and tapes.'],
    [
      'The nightly export keeps old logs, files and tapes.',
      "The nightly export doesn't keep old logs, files and tapes.",
      "The nightly export doesn't keep old logs, files and tapes.",
    ],
  ])('%s / %s', (sentence, text, shown) => {
    expect(against(sentence, text)).toBe(`[1] says the opposite: ${shown}`);
  });

  it.each([
    ['the evidence also affirms it', SAID, `${DENIED} ${SAID}`],
    ['both deny it', DENIED, 'The export never keeps logs and tapes.'],
    [
      'the evidence says more',
      SAID,
      'The export does not keep logs and tapes of clients who pay nothing yet.',
    ],
    [
      'the sentence says more',
      'The export keeps logs and tapes of clients and servers for auditors.',
      DENIED,
    ],
    ['there are too few words', 'It keeps.', 'It does not keep.'],
  ])('does not contradict if %s', (_why, sentence, text) => {
    expect(against(sentence, text)).toBeNull();
  });

  it('is only searched for in prose', () => {
    expect(against(SAID, DENIED, 'a.ts')).toBeNull();
  });

  it('is truncated to 100 characters', () => {
    const long = (n: number) => `The export does not keep ${'x'.repeat(n - 40)} and tapes.`;
    const say = (n: number) => against(long(n).replace('does not keep', 'keeps'), long(n));
    const [whole, cut] = [100, 101].map((length) => length - long(100).length + 100);
    expect(say(whole ?? 0)).toBe(`[1] says the opposite: ${long(whole ?? 0)}`);
    expect(say(cut ?? 0)).toBe(`[1] says the opposite: ${long(cut ?? 0).slice(0, 99)}…`);
  });
});

describe('opposites', () => {
  it.each([
    ['before', 'after'],
    ['enabled', 'disabled'],
    ['enables', 'disables'],
    ['increases', 'decreases'],
    ['higher', 'lower'],
    ['larger', 'smaller'],
    ['ascending', 'descending'],
    ['allowed', 'forbidden'],
    ['required', 'optional'],
    ['synchronous', 'asynchronous'],
    ['first', 'last'],
    ['minimum', 'maximum'],
    ['true', 'false'],
    ['open', 'closed'],
    ['public', 'private'],
    ['accepts', 'rejects'],
    ['includes', 'excludes'],
  ])('%s and %s, in both directions', (one, other) => {
    const say = (word: string) => `The nightly export of tapes ${word} the backup.`;
    expect(against(say(one), say(other))).toBe(`[1] says the opposite: ${say(other)}`);
    expect(against(say(other), say(one))).toBe(`[1] says the opposite: ${say(one)}`);
    expect(against(say(one), say(one))).toBeNull();
    expect(against(say(one), `${say(other)} ${say(one)}`)).toBeNull();
    expect(against(`${say(one).slice(0, -1)} and ${other}.`, say(other))).toBeNull();
  });
});

describe('a number of code', () => {
  const code = 'const options = {\n  limit: 2,\n  methods: all,\n  statusCodes: all,\n};';

  it.each([
    ['The limit of the options is 3.', "[1] has '2' instead of '3'"],
    ['All 9 options have methods and a limit.', null],
    ['The options have status codes and methods up to 504.', null],
  ])('%s is contradicted only by that of the same name: %s', (sentence, why) => {
    expect(against(sentence, code, 'src/options.ts')).toBe(why);
  });
});
