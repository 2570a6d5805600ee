import { spawnSync } from 'node:child_process';
import { Workplace } from './quarry';

describe('quarry completion', () => {
  const at = new Workplace();
  let bash = '';
  beforeAll(async () => {
    bash = (await at.runHere(['completion', 'bash'])).out;
  });
  afterAll(() => {
    at.remove();
  });

  /** What bash offers for the last of these words. */
  function offered(...words: readonly string[]): readonly string[] {
    const script = `${bash}
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_quarry
printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { status, stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', ...words], {
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return stdout.split('\n').filter(Boolean);
  }

  it.each([
    [['quarry', 'as'], ['ask']],
    [['quarry', 'turns', 'exp'], ['export']],
    [['quarry', 'ask', '--dep'], ['--depth']],
    [
      ['quarry', 'ask', '--depth', ''],
      ['fast', 'auto', 'deep'],
    ],
    [['quarry', 'turns', 'list', '--js'], ['--json']],
    [
      ['quarry', 'completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    // The names of files, which the shell completes by itself.
    [['quarry', 'index', 'sr'], []],
    [['quarry', 'ask', '--data', ''], []],
  ])('%j in bash: %j', (words, offers) => {
    expect(offered(...words)).toEqual(offers);
  });

  it('offers every command', () => {
    expect(offered('quarry', '')).toEqual(expect.arrayContaining(['index', 'ask', 'chat', 'serve', 'help']));
  });

  it('is for zsh what it is for bash, and for fish a line for each command and option', async () => {
    const [zsh, fish] = await at.endsOf([
      ['completion', 'zsh'],
      ['completion', 'fish'],
    ]);
    expect(zsh?.out).toContain('bashcompinit');
    expect(zsh?.out).toContain(bash.replace(/^#.*\n/, ''));
    expect(fish?.out).toMatch(/^complete -c quarry -n '__fish_use_subcommand' -f -a ask -d '/m);
    expect(fish?.out).toMatch(/__fish_seen_subcommand_from ask' -l depth -x -a 'fast auto deep' /m);
  });

  it('refuses another shell', async () => {
    expect(await at.runHere(['completion', 'tcsh'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('Allowed choices are bash, zsh, fish.'),
    });
  });
});
