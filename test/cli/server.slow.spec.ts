import type { TurnDto } from '@quarry/client';
import { startScriptedModel, type Script, type ScriptedModel } from '../scripted-model/server';
import { expectRefusal, SHOP, Workplace, type Running } from './quarry';

/** Looks for the right words, then writes so many of its own, slowly. */
function slowAnswer(words: number): Script {
  return (request) =>
    request.system.includes('[BM25:]')
      ? '[BM25:] value added tax rate country'
      : { text: `[Answer:] ${'word '.repeat(words)}[1].`, deltaSize: 5, fault: { kind: 'slow', ms: 20 } };
}

const QUESTION = 'Where is the value added tax computed?';

describe('commands that ask a gateway', () => {
  const at = new Workplace();
  let model: ScriptedModel;
  let serving: Running;
  let server: string;
  /** Somewhere without an index: everything has to come from the gateway. */
  let elsewhere: string;
  const key = { QUARRY_API_KEY: 'key-of-acme' };

  beforeAll(async () => {
    elsewhere = at.write('elsewhere', {});
    const shop = at.write('shop', SHOP);
    model = await startScriptedModel({ replies: slowAnswer(4) });
    expect((await at.run(['index', shop])).code).toBe(0);
    serving = at.start(['serve', '--port', '0'], {
      cwd: shop,
      env: {
        QUARRY_API_KEYS: 'key-of-acme=acme,key-of-other=other',
        QUARRY_CHAT_MODEL: 'scripted-1',
        QUARRY_CHAT_BASE_URL: model.baseUrl,
      },
    });
    await serving.said('API at ');
    server = /API at (http:\/\/[\w.:]+)/.exec(serving.soFar())?.[1] ?? '';
  });
  afterAll(async () => {
    serving.child.kill('SIGTERM');
    await serving.ended;
    await model.close();
    at.remove();
  });

  const run = (args: readonly string[], env: Record<string, string> = key) =>
    at.runHere(args, { cwd: elsewhere, env });

  it('ask: the same live view and the same answer, with exact lines', async () => {
    model.play(slowAnswer(4));
    const { code, out, err } = await at.run(['ask', QUESTION, '--verbose', '--server', server], {
      cwd: elsewhere,
      env: key,
    });
    expect({ code, err }).toMatchObject({ code: 0 });
    expect(err).toContain(`question ${QUESTION}`);
    expect(err).toMatch(/pass 1 {2}/);
    expect(err).toMatch(/\[1\] src\/tax\.ts:\d+/);
    expect(out).toContain('word word');
    expect(out).toContain('Sources');
    expect(out).not.toContain('null');
    expect(out).toMatch(/^ {2}\[1\] src\/tax\.ts:\d+/m);
    expect(out).toMatch(/turn t\w+, session \w+/);
  });

  it('ask --json gives what the API gives; QUARRY_SERVER names the gateway, too', async () => {
    model.play(slowAnswer(4));
    const env = { ...key, QUARRY_SERVER: server };
    const { code, out } = await run(['ask', QUESTION, '--json', '--session', 'mine'], env);
    expect(code).toBe(0);
    const turn = JSON.parse(out) as TurnDto;
    expect(turn).toMatchObject({ status: 'ended', outcome: 'answered', session: 'mine' });
    const told = await fetch(`${server}${turn.links.self}`, {
      headers: { authorization: 'Bearer key-of-acme' },
    });
    expect(await told.json()).toEqual(turn);
  });

  it('turns list and show: those of the key, and no others', async () => {
    const listed = await run(['turns', 'list', '--server', server, '--json']);
    const [newest] = JSON.parse(listed.out) as { id: string; question: string }[];
    expect(newest).toMatchObject({ question: QUESTION });
    const id = newest?.id ?? '';
    const plain = await run(['turns', 'list', '--server', server]);
    expect(plain.out).toContain(`${id}  `);
    const shown = await run(['turns', 'show', 'last', '--server', server]);
    expect(shown.out).toMatch(/pass 1 {2}/);
    expect(shown.out).toContain('Sources');
    const json = await run(['turns', 'show', id, '--server', server, '--json']);
    expect(JSON.parse(json.out)).toMatchObject({ id, status: 'ended', events: expect.any(Array) });
    const other = { QUARRY_API_KEY: 'key-of-other' };
    expect((await run(['turns', 'list', '--server', server, '--json'], other)).out).toBe('[]\n');
    expectRefusal(await run(['turns', 'show', id, '--server', server], other), 1, 'turn_unknown', id);
  });

  it('pipelines list: those of the gateway', async () => {
    const { out } = await run(['pipelines', 'list', '--server', server, '--json']);
    expect((JSON.parse(out) as { name: string }[]).map(({ name }) => name)).toContain('code');
  });

  it('Ctrl-C cancels the turn where it runs', async () => {
    model.play(slowAnswer(3_000));
    const asking = at.start(['ask', QUESTION, '--server', server], { cwd: elsewhere, env: key });
    await asking.said('evidence');
    asking.child.kill('SIGINT');
    const { code, err } = await asking.ended;
    expect(code).toBe(130);
    expect(err).toContain('the turn was cancelled');
    const [newest] = JSON.parse((await run(['turns', 'list', '--server', server, '--json'])).out) as object[];
    expect(newest).toMatchObject({ outcome: 'cancelled' });
  });

  it('says what is wrong with key, address or question', async () => {
    const ask = ['ask', QUESTION, '--server'];
    expectRefusal(await run([...ask, server], {}), 1, 'unauthorized', 'QUARRY_API_KEY');
    expectRefusal(await run([...ask, 'nonsense']), 2, 'bad_request', 'nonsense');
    expectRefusal(await run([...ask, 'http://127.0.0.1:1']), 1, 'store_unavailable', 'http://127.0.0.1:1');
    const wrong = await run(['ask', QUESTION, '--pipeline', 'cod', '--server', server]);
    expectRefusal(wrong, 1, 'pipeline_unknown', 'code');
  });
});
