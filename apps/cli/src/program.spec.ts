import type { Command } from 'commander';
import { Fault } from '@quarry/turn';
import type { CommandEntry } from './command-table';
import { EXIT } from './exit-codes';
import { integer } from './options';
import { run } from './program';
import type { CommandContext } from './terminal';
import { RecordedTerminal } from './testing/recorded-terminal';

/** Runs a program of two commands, `weigh` and `boxes open`, and records which it loads. */
async function scripted(argv: readonly string[], { interrupted = false } = {}) {
  const loaded: string[] = [];
  const terminal = new RecordedTerminal();
  const entry = (
    name: string,
    add: (command: Command, context: CommandContext) => void,
    usage = '',
  ): CommandEntry => ({
    name,
    usage,
    summary: `${name} it`,
    load: () => {
      loaded.push(name);
      return Promise.resolve(add);
    },
  });
  const weigh = (command: Command, { setExit }: CommandContext): void => {
    command
      .description('Weigh a thing.')
      .argument('<thing>')
      .option('--grams <n>', 'at most', integer(1, 10))
      .option('--json', 'as JSON')
      .action((thing: string) => {
        if (thing === 'nothing') throw new Fault('bad_request', 'Name a thing.');
        if (thing === 'ghost') throw new Fault('path_not_found', 'There is no ghost.');
        if (thing === 'bug') throw new TypeError('no weight');
        if (interrupted) terminal.interrupt();
        if (interrupted) throw new Fault('cancelled', 'half was weighed.');
        if (thing === 'air') setExit(EXIT.insufficient);
        terminal.out(`weighed ${thing}\n`);
      });
  };
  const boxes = (group: Command): void => {
    group.description('Boxes.').command('open').description('Open a box.').argument('<box>');
  };
  const code = await run(argv, terminal, {
    'Things:': [entry('weigh', weigh, '[options] <thing>'), entry('boxes', boxes)],
  });
  return { code, ...terminal.said, loaded };
}

describe('a command line', () => {
  it.each([
    [['weigh', 'iron'], 0, 'weighed iron\n'],
    [['weigh', 'air'], 3, 'weighed air\n'],
  ])('%j ends with %s', async (argv, code, out) => {
    expect(await scripted(argv)).toEqual({ code, out, err: '', loaded: ['weigh'] });
  });

  it.each([
    [['weih'], "unknown command 'weih'", 'Did you mean weigh?'],
    [['boxes', 'opn'], "unknown command 'opn'", 'Did you mean open?'],
    [['help', 'boxs'], "unknown command 'boxs'", 'Did you mean boxes?'],
    [['help', 'boxes', 'opn'], "unknown command 'opn'", 'Did you mean open?'],
    [['weigh', 'iron', '--jsn'], "unknown option '--jsn'", 'Did you mean --json?'],
    [['weigh'], "missing required argument 'thing'", ''],
    [['weigh', 'iron', 'lead'], 'too many arguments', ''],
    [['weigh', 'iron', '--grams', '11'], "argument '11' is invalid", 'a whole number from 1 to 10'],
  ])('%j is refused with 2 and an explanation on stderr', async (argv, what, hint) => {
    const refused = await scripted(argv);
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toContain(what);
    expect(refused.err).toContain(hint);
  });

  it.each([
    ['nothing', 2, 'error bad_request: Name a thing.\n'],
    ['ghost', 1, 'error path_not_found: There is no ghost.\n'],
  ])('a fault of the command: %s ends with %s', async (thing, code, err) => {
    expect(await scripted(['weigh', thing])).toMatchObject({ code, out: '', err });
  });

  it('prints a fault to stdout with --json', async () => {
    const { code, out, err } = await scripted(['weigh', 'ghost', '--json']);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(JSON.parse(out)).toEqual({ error: { code: 'path_not_found', message: 'There is no ghost.' } });
  });

  it('shows a bug of the program with its stack', async () => {
    const { code, err } = await scripted(['weigh', 'bug']);
    expect(code).toBe(1);
    expect(err).toMatch(/^error internal: .*no weight\nTypeError: no weight\n\s+at /);
  });

  it('ends with 130 after Ctrl-C, and reports its progress', async () => {
    const ended = await scripted(['weigh', 'iron'], { interrupted: true });
    expect(ended).toMatchObject({ code: 130, out: '', err: 'stopped: half was weighed.\n' });
  });
});

describe('help', () => {
  it('is the front page without arguments, and loads no command for it', async () => {
    const front = await scripted([]);
    expect(front).toMatchObject({ code: 0, err: '', loaded: [] });
    expect(front.out).toMatch(
      /^Things:\n {2}weigh \[options\] <thing> {2,}weigh it\n {2}boxes {2,}boxes it$/m,
    );
    expect(await scripted(['help'])).toEqual(front);
    expect(await scripted(['--help'])).toEqual(front);
  });

  it.each([
    [['help', 'weigh'], ['weigh', '--help'], 'Usage: quarry weigh [options] <thing>'],
    [['help', 'boxes'], ['boxes', '--help'], 'Usage: quarry boxes'],
    [['help', 'boxes', 'open'], ['boxes', 'open', '--help'], 'Usage: quarry boxes open [options] <box>'],
    // The argument is ignored.
    [['help', 'weigh', 'iron'], ['weigh', '--help'], 'Usage: quarry weigh [options] <thing>'],
  ])('%j is the same as %j', async (asked, same, usage) => {
    const help = await scripted(asked);
    expect(help).toMatchObject({ code: 0, err: '' });
    expect(help.out).toContain(usage);
    expect(help).toEqual(await scripted(same));
  });

  it('loads only the named command, once', async () => {
    expect((await scripted(['help', 'boxes', 'open'])).loaded).toEqual(['boxes']);
  });

  it('the version is a number of three parts', async () => {
    expect(await scripted(['--version'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string,
    });
  });
});
