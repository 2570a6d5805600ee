import fc from 'fast-check';
import { spacedOut, spellingOf } from './name-pattern';

const isIn = (name: string, text: string): boolean => spellingOf(name).test(spacedOut(text));

describe('spellingOf', () => {
  it.each([
    ['maxRetries', 'MAX_RETRIES = 3'],
    ['max_retries', 'the max-retries of a job'],
    ['OpenTelemetry', 'an open telemetry exporter'],
    ['HTTP/3', 'over HTTP3'],
    ['YAML', 'parseYAMLFile(path)'],
    ['PDF', 'reads PDFs'],
    ['Redis', 'new RedisStore()'],
  ])('finds %s in %j', (name, text) => {
    expect(isIn(name, text)).toBe(true);
  });

  it.each([
    ['HTTP/3', 'HTTP/2, and 3 of them'],
    ['Redis', 'it is required is it'],
    ['XML', 'example'],
    ['IDE', 'ideas'],
  ])('does not find %s in %j', (name, text) => {
    expect(isIn(name, text)).toBe(false);
  });

  it('finds every name in itself, and takes any text for one', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{1,20}$/), (name) => {
        expect(isIn(name, `before ${name} behind`)).toBe(true);
      }),
    );
    fc.assert(fc.property(fc.string(), (name) => void isIn(name, 'text')));
    expect(isIn('[]', 'anything')).toBe(false);
  });
});
