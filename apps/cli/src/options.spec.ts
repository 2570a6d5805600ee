import { Command } from 'commander';
import { amount, carrierOption, collect, integer, shareOf, withExamples } from './options';

const REFUSED = 'refused';
const read = (parse: (value: string) => number, value: string): number | string => {
  try {
    return parse(value);
  } catch (error) {
    expect((error as { readonly code?: string }).code).toBe('commander.invalidArgument');
    return REFUSED;
  }
};

describe('a number on the command line', () => {
  it.each([
    ['3', 3],
    ['7', 7],
    ['2', REFUSED],
    ['8', REFUSED],
    ['-3', REFUSED],
    ['+3', REFUSED],
    ['3.5', REFUSED],
    ['3.0', REFUSED],
    ['5e0', REFUSED],
    ['0x5', REFUSED],
    [' 5', REFUSED],
    ['', REFUSED],
    ['five', REFUSED],
  ])('from 3 to 7: %j is %s', (value, number) => {
    expect(read(integer(3, 7), value)).toBe(number);
  });

  it.each([
    ['0', 0],
    ['1', 1],
    ['1.0', 1],
    ['0.02', 0.02],
    ['.5', 0.5],
    ['1.1', REFUSED],
    ['-0.1', REFUSED],
    ['2 %', REFUSED],
    ['1e-3', REFUSED],
    ['', REFUSED],
    ['.', REFUSED],
  ])('a share: %j is %s', (value, number) => {
    expect(read(shareOf, value)).toBe(number);
  });

  it.each([
    ['0.05', 0.05],
    ['12', 12],
    ['1000000', 1_000_000],
    ['1000000.1', REFUSED],
    ['0', REFUSED],
    ['0.0', REFUSED],
    ['-1', REFUSED],
    ['1e3', REFUSED],
    ['1,5', REFUSED],
    ['', REFUSED],
  ])('an amount: %j is %s', (value, number) => {
    expect(read(amount, value)).toBe(number);
  });

  it('is refused with its range', () => {
    expect(() => integer(1, 100)('0')).toThrow('It must be a whole number from 1 to 100.');
  });
});

describe('a repeatable option', () => {
  it('keeps every value, in order', () => {
    expect(collect('b', collect('a', undefined))).toEqual(['a', 'b']);
  });
});

describe('--carrier', () => {
  it.each([
    ['serve', 'embedded', true],
    ['serve', 'bullmq', true],
    ['command', 'memory', true],
    ['command', 'bullmq', true],
    // Only a server resumes the turns that it had accepted.
    ['command', 'embedded', false],
  ] as const)('of a %s: %s is accepted: %s', (use, kind, taken) => {
    const command = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
    command.addOption(carrierOption(use));
    const parse = () => command.parse(['--carrier', kind], { from: 'user' }).opts()['carrier'] as string;
    if (taken) expect(parse()).toBe(kind);
    else expect(parse).toThrow('Allowed choices are memory, bullmq');
  });
});

describe('examples of a command', () => {
  const helpOf = (...examples: (readonly [string, string])[]): string => {
    let help = '';
    const command = new Command('x').configureOutput({
      writeOut: (text) => {
        help += text;
      },
    });
    withExamples(command, examples).outputHelp();
    return help.slice(help.indexOf('Examples:'));
  };

  it('are aligned with their effects on the same line if 80 columns hold both', () => {
    expect(helpOf(['quarry a', 'one'], ['quarry abc', 'two'], ['quarry b', ''])).toBe(
      'Examples:\n  quarry a    one\n  quarry abc  two\n  quarry b\n',
    );
  });

  it.each([
    [56, 'on the same line'],
    [57, 'below'],
  ])('of %s columns have 20 characters of words %s', (width, where) => {
    const [line, words] = ['l'.repeat(width), 'w'.repeat(20)];
    const help = helpOf([line, words]);
    expect(help).toBe(`Examples:\n  ${line}${where === 'on the same line' ? '  ' : '\n      '}${words}\n`);
    for (const one of help.split('\n')) expect(one.length).toBeLessThanOrEqual(80);
  });
});
