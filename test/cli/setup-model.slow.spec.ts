import { existsSync, readFileSync, statSync } from 'node:fs';
import { startScriptedModel, type ScriptedModel } from '../scripted-model/server';
import { SHOP, Workplace } from './quarry';

describe('quarry setup --model', () => {
  const at = new Workplace();
  const file = at.path('home', '.config', 'quarry', 'settings.env');
  let shop: string;
  let model: ScriptedModel;
  beforeAll(async () => {
    shop = at.write('shop', SHOP);
    expect(await at.run(['index', shop])).toMatchObject({ code: 0 });
    model = await startScriptedModel({
      apiKey: 'sesame',
      replies: ({ system }) => (system === '' ? 'ready' : '[Answer:] The rate of its country decides [1].'),
    });
  });
  afterAll(async () => {
    await model.close();
    at.remove();
  });
  const ask = (): ReturnType<Workplace['run']> =>
    at.run(['ask', 'Where is the value added tax of a country computed?'], { cwd: shop });

  it('stores a model that has replied for every command, with a key that no command line shows', async () => {
    const before = await ask();
    expect(before.out).toContain('quarry setup --model');
    const refused = await at.run(['setup', '--model', model.baseUrl]);
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('--key-stdin') });
    expect(existsSync(file)).toBe(false);

    const set = await at.run(['setup', '--model', model.baseUrl, '--key-stdin'], { input: 'sesame\n' });
    expect(set).toMatchObject({ code: 0, out: '', err: expect.stringContaining('scripted-1 replied in') });
    expect(set.err).not.toContain('sesame');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toContain('QUARRY_CHAT_MODEL=scripted-1\n');

    const answered = await ask();
    expect(answered.out).toContain('The rate of its country decides [');
    expect(answered.out).not.toContain('quarry setup --model');
    expect(await at.run(['setup', '--no-model'])).toMatchObject({ code: 0 });
    expect((await ask()).out).not.toContain('The rate of its country decides');
  });
});
