import { expectRefusal, Workplace, type Ended } from './quarry';

const COMMANDS: readonly (readonly string[])[] = [
  [],
  ['demo'],
  ['index'],
  ['upload'],
  ['import'],
  ['copy'],
  ['repositories'],
  ['repositories', 'list'],
  ['repositories', 'show'],
  ['repositories', 'delete'],
  ['repositories', 'prune'],
  ['sections'],
  ['search'],
  ['locate'],
  ['ask'],
  ['diff'],
  ['chat'],
  ['turns'],
  ['turns', 'list'],
  ['turns', 'show'],
  ['turns', 'compare'],
  ['turns', 'stale'],
  ['turns', 'export'],
  ['turns', 'stats'],
  ['serve'],
  ['mcp'],
  ['keys'],
  ['keys', 'create'],
  ['keys', 'list'],
  ['keys', 'revoke'],
  ['queues'],
  ['jobs'],
  ['jobs', 'list'],
  ['jobs', 'show'],
  ['jobs', 'cancel'],
  ['dead-letters'],
  ['dead-letters', 'list'],
  ['dead-letters', 'show'],
  ['dead-letters', 'retry'],
  ['stats'],
  ['pipelines'],
  ['pipelines', 'list'],
  ['pipelines', 'show'],
  ['pipelines', 'check'],
  ['pipelines', 'draw'],
  ['setup'],
  ['upgrade'],
  ['completion'],
  ['eval'],
  ['set'],
  ['set', 'from-git'],
  ['set', 'unanswerable'],
  ['golden'],
  ['golden', 'list'],
  ['golden', 'show'],
  ['golden', 'create'],
  ['golden', 'add'],
  ['golden', 'run'],
  ['golden', 'runs'],
  ['golden', 'compare'],
  ['golden', 'schedule'],
  ['golden', 'export'],
  ['golden', 'import'],
  ['bench'],
  ['bench', 'index'],
  ['bench', 'stores'],
  ['bench', 'turns'],
];

describe('help', () => {
  const at = new Workplace();
  const helps = new Map<string, Ended>();
  let front = '';
  beforeAll(async () => {
    front = (await at.run([])).out;
    const ends = await at.endsOf(COMMANDS.map((path) => [...path, '--help']));
    COMMANDS.forEach((path, i) => helps.set(path.join(' '), ends[i] as Ended));
  });
  afterAll(() => {
    at.remove();
  });

  it.each(COMMANDS.map((path) => [path.join(' ') || 'quarry', path] as const))(
    '%s: on stdout, within 80 columns, with examples',
    (_name, path) => {
      const help = helps.get(path.join(' '));
      expect(help).toMatchObject({ code: 0, err: '' });
      const out = help?.out ?? '';
      expect(out).toContain(`Usage: quarry ${path.join(' ')}`.trim());
      expect(out.split('\n').filter((line) => line.length > 80 || /\s$/.test(line))).toEqual([]);
      if (path.length > 0) expect(out).toMatch(/^Examples:\n {2}quarry /m);
      // The front page is written without loading the command; it must say the same as the command itself.
      const [name, ...below] = path;
      if (name === undefined || below.length > 0) return;
      const [usage = ''] = out.split('\n');
      const shown = usage.replace(/^Usage: quarry /, '').replace(/ \[options\] \[command\]$/, '');
      expect(front.split('\n').map((line) => line.slice(2).split('  ')[0])).toContain(shown);
    },
  );

  it('the front page names every command, the first steps and the exit codes', async () => {
    const out = front;
    for (const path of COMMANDS.filter(({ length }) => length === 1))
      expect(out).toMatch(new RegExp(`^  ${path[0]}\\b`, 'm'));
    for (const code of [0, 1, 2, 3, 4, 130]) expect(out).toMatch(new RegExp(`^  ${code}  \\w`, 'm'));
    expect(out).toContain('quarry demo');
    expect(await at.endsOf([['help']])).toMatchObject([{ code: 0, err: '', out }]);
  });

  it('help COMMAND is the same as COMMAND --help, at every depth', async () => {
    const [ask, check, asked] = await at.endsOf([
      ['help', 'ask'],
      ['help', 'pipelines', 'check'],
      // What follows is not asked.
      ['help', 'ask', 'who?'],
    ]);
    expect(ask).toEqual(helps.get('ask'));
    expect(check).toEqual(helps.get('pipelines check'));
    expect(asked).toEqual(helps.get('ask'));
  });

  it('serve --help explains scaling', () => {
    const { out = '' } = helps.get('serve') ?? {};
    expect(out).toContain('Start more processes');
    for (const word of ['REDIS_URL', 'SEARCH_INDEX_URL', 'answerer', 'loop-guard'])
      expect(out).toContain(word);
  });

  it('tells its version', async () => {
    expect(await at.run(['--version'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
  });
});

const REFUSED: readonly (readonly [line: readonly string[], what: string, hint: string])[] = [
  [['idnex'], "unknown command 'idnex'", 'Did you mean index?'],
  [['help', 'pipelins'], "unknown command 'pipelins'", 'Did you mean pipelines?'],
  [['help', 'turns', 'lst'], "unknown command 'lst'", 'Did you mean list?'],
  [['pipelines', 'chek'], "unknown command 'chek'", 'Did you mean check?'],
  [['ask', 'x', '--jsn'], "unknown option '--jsn'", 'Did you mean --json?'],
  [['index', '--rebild'], "unknown option '--rebild'", 'Did you mean --rebuild?'],
  [['ask'], "missing required argument 'question'", ''],
  [['turns', 'show'], "missing required argument 'id'", ''],
  [['index', 'a', 'b'], 'too many arguments', ''],
  [
    ['serve', '--port', 'many'],
    "'--port <number>' argument 'many' is invalid",
    'a whole number from 0 to 65535',
  ],
  [['serve', '--port', '70000'], "argument '70000' is invalid", 'a whole number from 0 to 65535'],
  [['serve', '--port=-1'], "argument '-1' is invalid", 'a whole number'],
  [['serve', '--concurrency', '1.5'], "argument '1.5' is invalid", 'a whole number from 1 to 1000'],
  [['bench', 'index', '--runs', '0'], "argument '0' is invalid", 'a whole number from 1 to 100'],
  ...['retrievers', 'hop', 'stream'].map(
    (name) => [['bench', name, '--turns', '60'], `npm run bench:${name}`, `benchmarks/${name}`] as const,
  ),
  [['serve', '--carrier', 'pigeon'], "argument 'pigeon' is invalid", 'memory, bullmq'],
  [['serve', 'retrievr'], "no service 'retrievr'", "did you mean 'retriever'?"],
  [['serve', 'retriever', '--carrier', 'memory'], '--carrier memory', 'Leave the names out'],
];

describe('a wrong command line', () => {
  const at = new Workplace();
  let ends: readonly Ended[] = [];
  beforeAll(async () => {
    ends = await at.endsOf(REFUSED.map(([line]) => line));
  });
  afterAll(() => {
    at.remove();
  });

  it.each(REFUSED.map((refused, i) => [...refused, i] as const))(
    '%j is refused with 2, in words',
    (_line, what, hint, i) => {
      const refused = ends[i];
      expect(refused).toMatchObject({ code: 2, out: '' });
      expect(refused?.err).toContain(what);
      expect(refused?.err).toContain(hint);
      expect(refused?.err).not.toMatch(/^\s+at /m);
    },
  );

  it('ends its process with 2, too', async () => {
    expectRefusal(await at.run(['ask', 'x', '--jsn']), 2, "unknown option '--jsn'", 'Did you mean --json?');
  });

  it('a wrong setting is named', async () => {
    const refused = await at.run(['pipelines', 'list'], { env: { QUARRY_PORT: 'many' } });
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('port must') });
  });
});
