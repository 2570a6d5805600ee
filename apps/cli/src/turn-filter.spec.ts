import { Command } from 'commander';
import { filterOf, withTurnFilter, type TurnFilterOptions } from './turn-filter';

/** The filter and the limit that `turns list` uses with these arguments. */
function chosen(...argv: readonly string[]) {
  const command = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
  const options = withTurnFilter(command, 200).parse(argv, { from: 'user' }).opts<TurnFilterOptions>();
  return { ...filterOf(options), limit: options.limit };
}

describe('the filter of turns', () => {
  it.each([
    [[], { limit: 200 }],
    [['-n', '5'], { limit: 5 }],
    [['--search', 'invoice cancel'], { limit: 200, text: 'invoice cancel' }],
    [['-s', 'tax', '-p', 'code'], { limit: 200, session: 'tax', pipeline: 'code' }],
    [['--outcome', 'failed'], { limit: 200, outcome: 'failed' }],
  ])('%j: %j', (argv, filter) => {
    expect(chosen(...argv)).toEqual(filter);
  });

  it.each([
    // A day starts at midnight UTC in every time zone of this machine.
    ['2026-11-01', '2026-11-01T00:00:00Z'],
    ['2026-11-01T12:30:00Z', '2026-11-01T12:30:00Z'],
    ['2026-11-01T12:30:00.250Z', '2026-11-01T12:30:00.250Z'],
    ['2026-11-01T12:30+02:00', '2026-11-01T10:30:00Z'],
    ['2028-02-29', '2028-02-29T00:00:00Z'],
  ])('--since %s is %s', (since, time) => {
    expect(chosen('--since', since)).toMatchObject({ since: Date.parse(time) });
  });

  it.each([
    ['--since', 'yesterday'],
    ['--since', '2026'],
    ['--since', '01.11.2026'],
    ['--since', '2026-13-01'],
    ['--since', '2026-02-30'],
    ['--since', '2026-02-29T12:00:00Z'],
    ['--since', '2026-11-01 12:00'],
    ['--since', '2026-11-01T25:00:00Z'],
    ['--limit', '0'],
    ['--limit', '100001'],
    ['--outcome', 'good'],
  ])('%s %s is refused', (option, value) => {
    expect(() => chosen(option, value)).toThrow(`'${value}' is invalid`);
  });
});
