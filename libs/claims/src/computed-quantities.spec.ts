import { someEvidence } from '@quarry/engine/testing';
import { ruleByCode } from './by-code';
import { quantitiesIn } from './computed-quantities';
import { factsOf } from './facts';
import { sourceOf } from './passages';
import { agrees, quantitiesOf } from './quantities';
import { statementsOf } from './statements';
import { verdictOf } from './verdict';

const agree = (said: string, code: string): boolean =>
  quantitiesOf(said).every((one) => quantitiesIn(code, true).some((other) => agrees(one, other)));

describe('numbers that a reader computes from code at sight', () => {
  it.each([
    ['1 hour', 'const TTL = 60 * 60;'],
    ['3,600 seconds', 'const TTL = 60 * 60;'],
    ['32 MiB', 'const maxBody = 32 << 20'],
    ['33554432 bytes', 'const maxBody = 32 << 20'],
    ['1024 entries', 'SIZE = 2 ** 10'],
    ['5 minutes', 'ttl: 5m'],
    ['90 seconds', 'time.ParseDuration("1m30s")'],
    ['7 days', 'retention: 168h'],
    ['256 bits', 'key = new byte[32];'],
    ['299', 'if (status < 300) return true;'],
    ['2 nodes', 'if (nodes.length <= 1) throw new Error();'],
    ['1', 'if (count > 0) run();'],
    ['9', 'if (count >= 10) stop();'],
  ])('%s is in %s', (said, code) => {
    expect(agree(said, code)).toBe(true);
  });

  it.each([
    ['2 hours', 'const TTL = 60 * 60;'],
    ['31 MiB', 'const maxBody = 32 << 20'],
    ['6 minutes', 'ttl: 5m'],
    ['301', 'if (status < 300) return true;'],
    ['299', 'const one = () => 300;'],
    ['301', 'Map<Key, 300>'],
    ['128 bits', 'key = new byte[32];'],
  ])('%s is not in %s', (said, code) => {
    expect(agree(said, code)).toBe(false);
  });

  it('does not compute in prose', () => {
    expect(quantitiesIn('at a level < 300', false).map(({ value }) => value)).toEqual([300]);
  });
});

describe('a number that code lacks', () => {
  const openOf = (sentence: string, text: string, path = 'src/a.py'): string => {
    const [statement] = statementsOf(sentence);
    if (!statement) throw new Error('no statement');
    const { status, open } = ruleByCode(statement, [sourceOf(someEvidence(1, { path, text }))]);
    return `${status}, ${open}`;
  };

  it.each([
    ['There are 3 attempts in all [1].', 'max_retries = 2'],
    ['The delays are 4, 8 and 16 seconds [1].', 'delay = base * 2 ** attempt'],
    ['It waits 35 seconds at most [1].', 'timeout, grace = 30, 5'],
    ['There are 7 attempts in all [1].', 'max_retries = 2'],
  ])('%s may be counted or computed from %s: a model can tell', (sentence, text) => {
    expect(openOf(sentence, text)).toBe('unsupported, to a model');
  });

  it.each([
    ['There are 3 attempts in all [1].', 'There are two retries.', 'a.md'],
    ['There are 3 attempts of `fetchAll` [1].', 'max_retries = 2', 'src/a.py'],
  ])('%s does not follow from %s in %s', (sentence, text, path) => {
    expect(openOf(sentence, text, path)).toBe('unsupported, no');
  });

  it('goes to a model if evidence that is not cited has it', () => {
    const [statement] = statementsOf('A client gives up behind 16 hops between nodes [1].');
    const sources = ['limit = 99', 'max_redirections = 16'].map((text, at) =>
      sourceOf(someEvidence(at + 1, { path: `src/${at}.py`, text })),
    );
    if (!statement) throw new Error('no statement');
    const { status, open, sources: read } = verdictOf(statement, sources);
    expect([status, open, read.length]).toEqual(['unsupported', 'to a model', 2]);
  });

  it('does not contradict the other side of a bound', () => {
    expect(
      openOf('The slots end at 16383 [1].', 'if slot < 0 or slot >= 16384: raise Slots()'),
    ).not.toContain('contradicted');
  });

  it('reads a unit with capitals behind a number as a unit, not as a name', () => {
    const { quantities, names } = factsOf('A body has at most 32 MiB, read by MiBReader.');
    expect(quantities.map(({ text, measure }) => [text, measure])).toEqual([['32 MiB', 'size']]);
    expect(names).toEqual(['MiBReader']);
  });
});
