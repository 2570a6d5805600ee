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

describe('findings that cannot be used', () => {
  it('are left out with the reason, beside those that can', () => {
    const reply = {
      findings: [{ label: 'a', value: 1 }, { label: 'b' }, { value: 3 }, { label: '', value: 4 }],
    };
    const parsed = extractionProtocol.parse(JSON.stringify(reply));
    expect(parsed.ok && parsed.verdict).toMatchObject({
      findings: [{ label: 'a', value: 1 }],
      leftOut: {
        texts: ['{"label":"b"}', '{"value":3}', '{"label":"","value":4}'],
        why: 'a finding needs a label and a value',
      },
    });
  });

  it('are named beside those beyond the limit', () => {
    const findings = [
      { label: 'x' },
      ...Array.from({ length: 41 }, (_none, at) => ({ label: `l${at}`, value: at })),
    ];
    const parsed = extractionProtocol.parse(JSON.stringify({ findings }));
    expect(parsed.ok && parsed.verdict).toMatchObject({
      leftOut: {
        texts: ['l40', '{"label":"x"}'],
        why: 'only the first 40 values of a report are checked; a finding needs a label and a value',
      },
    });
  });

  it('leave nothing out where all can be used', () => {
    const parsed = extractionProtocol.parse(JSON.stringify({ findings: [{ label: 'a', value: 1 }] }));
    expect(parsed.ok && parsed.verdict).not.toHaveProperty('leftOut');
  });
});
