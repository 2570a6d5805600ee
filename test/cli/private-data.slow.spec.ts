import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SHOP, Workplace } from './quarry';

const env = { EMBEDDER_URL: 'none' };

/** A data folder holds prompts, keys and secrets: its owner alone may read it, whatever the umask. */
describe('a data folder', () => {
  let workplace: Workplace;
  let umask: number;
  beforeEach(() => {
    workplace = new Workplace();
    umask = process.umask(0);
  });
  afterEach(() => {
    process.umask(umask);
    workplace.remove();
  });

  /** Every path in a folder, itself included, whose rights are not these. */
  const open = (folder: string, found: string[] = []): string[] => {
    if (!existsSync(folder)) return found;
    const stat = lstatSync(folder);
    const rights = stat.mode & 0o777;
    if (rights !== (stat.isDirectory() ? 0o700 : 0o600)) found.push(`${folder} ${rights.toString(8)}`);
    if (stat.isDirectory()) for (const name of readdirSync(folder)) open(join(folder, name), found);
    return found;
  };
  const loosen = (folder: string): void => {
    chmodSync(folder, 0o755);
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) loosen(path);
      else chmodSync(path, 0o644);
    }
  };
  const quarry = async (...args: string[]): Promise<string> => {
    const { code, out, err } = await workplace.run(args, { env });
    expect({ code, err }).toMatchObject({ code: 0 });
    return out;
  };

  it.each([0o000, 0o077])('is private with umask %d, with all that is made in it', async (mask) => {
    process.umask(mask);
    const source = workplace.write('source', SHOP);
    const data = workplace.path('data');
    await quarry('index', source, '--data', data);
    await quarry('ask', 'What does totalOf call?', '--data', data, '--session', 's1');
    await quarry('keys', 'create', 'ci', '--tenant', 'acme', '--data', data);
    const names = readdirSync(data);
    for (const name of [
      'records.db',
      'turns.db',
      'history.db',
      'sessions.db',
      'workspace.json',
      'index.lock',
    ])
      expect(names).toContain(name);
    expect(readdirSync(join(data, 'graph'))).toHaveLength(1);
    expect(open(data)).toEqual([]);
  });

  it('is private while it is written: logs have the rights of their database', async () => {
    const source = workplace.write('source', SHOP);
    const data = workplace.path('data');
    await quarry('index', source, '--data', data);
    loosen(data);
    const serve = workplace.start(['serve', '--data', data, '--port', '0'], { env });
    await serve.said('http://');
    expect(readdirSync(data).filter((name) => name.endsWith('-wal'))).toContain('records.db-wal');
    expect(open(join(data, 'records.db-wal'))).toEqual([]);
    expect(open(join(data, 'records.db'))).toEqual([]);
    expect((statSync(data).mode & 0o777).toString(8)).toBe('700');
    serve.child.kill('SIGTERM');
    await serve.ended;
  });

  it('of the version before is tightened by its owner when it is written', async () => {
    const source = workplace.write('source', SHOP);
    const data = workplace.path('data');
    await quarry('index', source, '--data', data);
    await quarry('ask', 'What does totalOf call?', '--data', data, '--session', 's1');
    loosen(data);
    await quarry('index', source, '--data', data);
    await quarry('ask', 'What does taxOf call?', '--data', data, '--session', 's1');
    // What neither of them opened is not there: caches, and stores of other uses.
    const left = open(data).filter((path) => !/\.gitignore /.test(path));
    expect(left).toEqual([]);
  });

  it('that also holds what is not Quarry’s stays as open as it is; its files do not', async () => {
    const data = workplace.path('shared');
    mkdirSync(data, { mode: 0o755 });
    workplace.write('shared', { 'notes.txt': 'for everybody' });
    await quarry('index', workplace.write('source', SHOP), '--data', data);
    expect((statSync(data).mode & 0o777).toString(8)).toBe('755');
    expect((statSync(join(data, 'notes.txt')).mode & 0o777).toString(8)).toBe('666');
    expect(open(join(data, 'graph'))).toEqual([]);
    expect(open(join(data, 'records.db'))).toEqual([]);
  });
});
