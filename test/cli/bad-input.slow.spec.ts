import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { startScriptedModel, type ScriptedModel } from '../scripted-model/server';
import { freePort } from '../servers/free-port';
import { expectNoStack, expectRefusal, PROGRAM, SHOP, Workplace } from './quarry';

const QUESTION = 'Where is the value added tax computed?';

describe('bad input', () => {
  const at = new Workplace();
  let shop: string;

  beforeAll(async () => {
    shop = at.write('shop', SHOP);
    expect((await at.run(['index', shop])).code).toBe(0);
  });
  afterAll(() => {
    at.remove();
  });

  /** Nothing lost: the shop's index still answers. */
  async function expectAnswers(folder = shop): Promise<void> {
    expect(await at.runHere(['ask', QUESTION, '-q'], { cwd: folder })).toMatchObject({ code: 0 });
  }

  describe('questions', () => {
    it.each(['', ' ', '\n\t'])('an empty one (%j)', async (question) => {
      expectRefusal(await at.run(['ask', question], { cwd: shop }), 1, 'question_empty', 'Ask something');
    });

    it('one of 1 MB from stdin, and one without end', async () => {
      const long = await at.run(['ask', '-'], { cwd: shop, input: Buffer.alloc(1_000_000, 'a ') });
      expectRefusal(long, 1, 'question_too_long', '1000000 bytes');
      const endless = await at.run(['ask', '-'], { cwd: shop, input: Buffer.alloc(40_000_000, 'a ') });
      expectRefusal(endless, 1, 'question_too_long');
      await expectAnswers();
    });

    it('one that is no text', async () => {
      const bytes = Buffer.from([0, 255, 254, 27, 91, 50, 74, 0x0a]);
      const asked = await at.run(['ask', '-', '--json'], { cwd: shop, input: bytes });
      expect([1, 3]).toContain(asked.code);
      expectNoStack(asked);
    });

    it('a pipeline that is not there: the nearest name', async () => {
      const asked = await at.runHere(['ask', QUESTION, '-p', 'cod'], { cwd: shop });
      expectRefusal(asked, 1, 'pipeline_unknown', "no pipeline 'cod'", "did you mean 'code'");
    });

    it('without an index: what to do', async () => {
      expectRefusal(await at.runHere(['ask', QUESTION]), 1, 'index_missing', 'quarry index PATH');
      const json = await at.runHere(['ask', QUESTION, '--json']);
      expect(json.code).toBe(1);
      expect(JSON.parse(json.out)).toMatchObject({ error: { code: 'index_missing' } });
    });

    it('about a turn that is not there', async () => {
      expectRefusal(
        await at.runHere(['turns', 'show', 'nope'], { cwd: shop }),
        1,
        'turn_unknown',
        'quarry turns list',
      );
      expectRefusal(await at.run(['turns', 'show', '../../etc/passwd'], { cwd: shop }), 1, 'turn_unknown');
      const empty = await at.runHere(['turns', 'list', '--json']);
      expect(JSON.parse(empty.out)).toEqual([]);
    });
  });

  describe('pipelines', () => {
    const BROKEN = 'pipeline:\n  name: mine\n  extends: code\n  settings:\n    top_k: [1\n';
    let env: Record<string, string>;
    let file: string;
    beforeAll(() => {
      const folder = at.write('pipelines', { 'mine/pipeline.yaml': BROKEN });
      file = join(folder, 'mine/pipeline.yaml');
      env = { QUARRY_PIPELINES: folder };
    });

    it('broken YAML: file, line and column, when asked; another pipeline answers', async () => {
      const asked = await at.run(['ask', QUESTION, '--pipeline', 'mine'], { cwd: shop, env });
      expectRefusal(asked, 1, 'pipeline_invalid', new RegExp(`(mine/pipeline\\.yaml):\\d+:\\d+: `));
      expect(await at.runHere(['ask', QUESTION, '-q'], { cwd: shop, env })).toMatchObject({
        code: 0,
        err: '',
      });
    });

    it.each([[['pipelines', 'check']], [['pipelines', 'check', 'mine']]])(
      'broken YAML: %j prints path:line:column: what, and exits 1',
      async (args) => {
        const checked = await at.run(args, { env, cwd: at.root });
        expect(checked).toMatchObject({ code: 1, err: '' });
        expect(checked.out).toMatch(/^pipelines\/mine\/pipeline\.yaml:6:1: YAML: .+\n$/);
      },
    );

    it('the others can still be listed, and one learns of the broken one', async () => {
      const listed = await at.runHere(['pipelines', 'list', '--json'], { env });
      expect(listed.code).toBe(0);
      const names = (JSON.parse(listed.out) as { name: string }[]).map(({ name }) => name);
      expect(names).toContain('code');
      expect(names).not.toContain('mine');
      expect(listed.err).toContain('quarry pipelines check');
    });

    it('a wrong name in one: the nearest right one, at its place', async () => {
      writeFileSync(file, 'pipeline:\n  name: mine\n  extends: code\n  settings:\n    topk: 5\n');
      const checked = await at.runHere(['pipelines', 'check', file.replace(/\/pipeline\.yaml$/, '')]);
      expect(checked).toMatchObject({
        code: 1,
        out: expect.stringMatching(/:5:5: .*'topk'.*did you mean 'top_k'/),
      });
      writeFileSync(file, 'pipeline:\n  name: mine\n  extends: code\n  settings:\n    top_k: 5\n');
      expect(await at.runHere(['pipelines', 'check', 'mine'], { env })).toMatchObject({
        code: 0,
        out: 'ok mine\n',
      });
    });

    it('names and folders that are not there', async () => {
      expectRefusal(await at.runHere(['pipelines', 'check', 'cod']), 1, 'pipeline_unknown', "'code'");
      expectRefusal(await at.runHere(['pipelines', 'draw', 'cod']), 1, 'pipeline_unknown', "'code'");
      expectRefusal(await at.runHere(['pipelines', 'check', './no/such']), 1, 'path_not_found');
      expectRefusal(await at.runHere(['pipelines', 'check', at.home]), 1, 'path_not_found', 'pipeline.yaml');
    });
  });

  describe('what to index', () => {
    it('a path that is not there', async () => {
      const indexed = await at.run(['index', 'no/such']);
      expectRefusal(indexed, 1, 'path_not_found', at.path('no/such'), 'quarry index PATH');
      expect(existsSync(at.path('no'))).toBe(false);
    });

    it('a binary file alone, or nothing at all', async () => {
      const folder = at.write('binary', { 'blob.bin': Buffer.from([1, 0, 2]) });
      const indexed = await at.runHere(['index', join(folder, 'blob.bin')]);
      expectRefusal(indexed, 1, 'path_not_found', 'no text to index', 'blob.bin: binary');
      expectRefusal(
        await at.runHere(['index', at.write('empty', {})]),
        1,
        'path_not_found',
        'no text to index',
      );
    });

    it('a file of 200 MB and a binary one: reported, the rest is indexed', async () => {
      const folder = at.write('mixed', { ...SHOP, 'dump.sql': '', 'blob.bin': Buffer.from([1, 0, 2]) });
      truncateSync(join(folder, 'dump.sql'), 200 * 1024 * 1024);
      const indexed = await at.runHere(['index', folder]);
      expect(indexed).toMatchObject({ code: 0, out: expect.stringContaining('indexed 3 files') });
      expect(indexed.out).toContain('2 skipped:');
      expect(indexed.out).toMatch(/^ {2}dump\.sql: 209715200 bytes, more than the limit/m);
      expect(indexed.out).toMatch(/^ {2}blob\.bin: binary/m);
      await expectAnswers(folder);
    });
  });

  describe('the data folder', () => {
    it('is a file', async () => {
      const folder = at.write('taken', { ...SHOP, '.quarry': 'mine' });
      expectRefusal(
        await at.runHere(['index', folder]),
        1,
        'store_unavailable',
        join(folder, '.quarry'),
        '--data',
      );
      expect(readFileSync(join(folder, '.quarry'), 'utf8')).toBe('mine');
    });

    const nobody = process.getuid?.() === 0 ? 65_534 : undefined;
    const blocked =
      nobody !== undefined &&
      spawnSync(process.execPath, ['-e', `require('node:fs').accessSync(${JSON.stringify(PROGRAM)})`], {
        uid: nobody,
      }).status !== 0;
    (blocked ? it.skip : it)(
      `is not writable${blocked ? ' (skipped: run as root, and another user cannot read this checkout)' : ''}`,
      async () => {
        const folder = at.write('locked', SHOP);
        const where = nobody === undefined ? {} : { uid: nobody };
        for (const path of [at.root, at.home]) chmodSync(path, 0o755);
        chmodSync(folder, 0o555);
        expectRefusal(
          await at.run(['index', folder], where),
          1,
          'store_unavailable',
          'cannot be written',
          '--data',
        );
        chmodSync(folder, 0o755);
        expect((await at.runHere(['index', folder])).code).toBe(0);
        chmodSync(join(folder, '.quarry'), 0o555);
        const asked = await at.run(['ask', QUESTION], { cwd: folder, ...where });
        expectRefusal(asked, 1, 'store_unavailable', 'cannot be written');
      },
    );

    it.each(['search', 'graph'])('has a damaged %s file: reported; --rebuild repairs it', async (store) => {
      const folder = at.write(`damaged-${store}`, SHOP);
      expect((await at.runHere(['index', folder])).code).toBe(0);
      const stores = join(folder, '.quarry', store);
      const name = readdirSync(stores).find((file) => file.endsWith('.db')) ?? '';
      writeFileSync(join(stores, name), Buffer.alloc(4096, 'garbage '), { flag: 'r+' });
      const asked = await at.run(['ask', QUESTION], { cwd: folder });
      // There is no answer without search; without the graph there is one, which says so.
      if (store === 'search')
        expect(asked).toMatchObject({
          code: 1,
          out: '',
          err: expect.stringContaining('error index_damaged'),
        });
      else expect(asked).toMatchObject({ code: 0, out: expect.stringContaining('without the code graph') });
      expect(`${asked.out}${asked.err}`).toContain('--rebuild');
      expectNoStack(asked);
      expectRefusal(await at.runHere(['index', folder]), 1, 'index_damaged', name, '--rebuild');
      expect((await at.runHere(['index', folder, '--rebuild'])).code).toBe(0);
      await expectAnswers(folder);
    });

    it('has a damaged cache, history or workspace: repaired, or reported', async () => {
      const folder = at.write('damaged-rest', SHOP);
      expect((await at.runHere(['index', folder])).code).toBe(0);
      await expectAnswers(folder);
      const data = join(folder, '.quarry');
      writeFileSync(join(data, 'facts-cache.db'), Buffer.alloc(8192, 'garbage '));
      const indexed = await at.runHere(['index', folder]);
      expect(indexed).toMatchObject({ code: 0 });
      writeFileSync(join(data, 'workspace.json'), '{');
      expectRefusal(
        await at.runHere(['ask', QUESTION], { cwd: folder }),
        1,
        'index_damaged',
        'quarry index PATH',
      );
      expect((await at.runHere(['index', folder])).code).toBe(0);
      rmSync(join(data, 'history.db-wal'), { force: true });
      writeFileSync(join(data, 'history.db'), Buffer.alloc(8192, 'garbage '));
      const asked = await at.runHere(['ask', QUESTION], { cwd: folder });
      expectRefusal(asked, 1, 'index_damaged', 'history.db');
      for (const name of ['history.db', 'turns.db'])
        for (const suffix of ['', '-wal', '-shm']) rmSync(join(data, name + suffix), { force: true });
      writeFileSync(join(data, 'turns.db'), Buffer.alloc(8192, 'garbage '));
      const unkept = await at.runHere(['ask', QUESTION], { cwd: folder });
      expect(unkept).toMatchObject({ code: 0, err: expect.stringMatching(/not kept.*turns\.db is damaged/) });
      expectRefusal(await at.runHere(['turns', 'list'], { cwd: folder }), 1, 'index_damaged', 'turns.db');
    });
  });

  describe('models', () => {
    let model: ScriptedModel;
    beforeAll(async () => {
      model = await startScriptedModel({ replies: ['[Answer:] no'], dimension: 16 });
    });
    afterAll(() => model.close());

    it('an index of another embedding model: named, with both ways out', async () => {
      const folder = at.write('vectors', SHOP);
      const first = { EMBEDDER_URL: `openai:${model.baseUrl}#first` };
      const second = { EMBEDDER_URL: `openai:${model.baseUrl}#second` };
      expect((await at.runHere(['index', folder], { env: first })).code).toBe(0);
      const asked = await at.runHere(['ask', QUESTION], { cwd: folder, env: second });
      expect(asked).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringContaining('error index_other_model'),
      });
      for (const word of ['openai/first', 'openai/second', '--rebuild', 'EMBEDDER_URL'])
        expect(asked.err).toContain(word);
      expectNoStack(asked);
      expectRefusal(
        await at.runHere(['index', folder], { env: second }),
        1,
        'index_other_model',
        '--rebuild',
      );
      expect((await at.runHere(['ask', QUESTION, '-q'], { cwd: folder, env: first })).code).toBe(0);
      expect((await at.runHere(['index', folder, '--rebuild'], { env: second })).code).toBe(0);
      expect((await at.runHere(['ask', QUESTION, '-q'], { cwd: folder, env: second })).code).toBe(0);
    });

    it('a chat model that is not there: the turn fails, is kept, and the way out is named', async () => {
      const port = await freePort();
      const env = { QUARRY_CHAT_BASE_URL: `http://127.0.0.1:${port}/v1`, QUARRY_CHAT_MODEL: 'm' };
      const asked = await at.run(['ask', QUESTION], { cwd: shop, env });
      expect(asked).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringContaining('error model_unavailable'),
      });
      for (const word of [`127.0.0.1:${port}`, 'QUARRY_CHAT_MODEL', 'quarry turns show'])
        expect(asked.err).toContain(word);
      expectNoStack(asked);
      const json = await at.runHere(['ask', QUESTION, '--json'], { cwd: shop, env });
      expect(json).toMatchObject({ code: 1, err: expect.any(String) });
      expect(JSON.parse(json.out)).toMatchObject({ outcome: 'failed', code: 'model_unavailable' });
      const listed = await at.runHere(['turns', 'list'], { cwd: shop });
      expect(listed.out).toMatch(/^t\w+ .+ failed /);
      await expectAnswers();
    });
  });
});
