import { extractionProtocol } from './extraction';

/** The single finding of a value on this page. */
function findingOn(page: unknown): unknown {
  const parsed = extractionProtocol.parse(JSON.stringify({ label: 'a', value: 1, section: 'S', page }));
  return parsed.ok && parsed.verdict.kind === 'findings' ? parsed.verdict.findings : parsed;
}

describe('the page of a finding', () => {
  it.each([1, 100_000])('may be %d', (page) => {
    expect(findingOn(page)).toEqual([{ label: 'a', value: 1, section: 'S', page }]);
  });

  it.each([0, -1, 100_001, 35.5, 'unknown', null])('is left out where it says %j', (page) => {
    expect(findingOn(page)).toEqual([{ label: 'a', value: 1, section: 'S' }]);
  });
});
