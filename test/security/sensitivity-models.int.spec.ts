import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReplayDto, TurnDto } from '@quarry/client';
import { runIndex } from '@quarry/indexer/run';
import { readConfig, type QuarryConfig } from '@quarry/platform';
import type { Running } from '@quarry/solo';
import { call, endsDealtWith, SOURCES, startGateway } from '../api/gateway-under-test';
import { startScriptedModel, type Rule, type Script, type ScriptedModel } from '../scripted-model/server';
import { FILES, writeFiles } from './labelled-shop';

const LABELS = `
default: {sensitivity: public}
rules:
  - {paths: ['*salar*', payroll/], sensitivity: confidential}
  - {paths: [docs/security.md], sensitivity: restricted}
`;
const OPEN = 'How often is the checkout retried?';
const CONFIDENTIAL = 'What does grade four of the narwhal scale earn?';
const RESTRICTED = 'What does the pangolin key open?';
const PIPELINES = ['code', 'cgrag', 'adaptive', 'corag', 'agent', 'extraction'];

/** Answers whatever it is asked, in the form of the pipelines `code` and `cgrag`. */
const RULES: readonly Rule[] = [
  { system: '[BM25:]', reply: { text: '[BM25:] narwhal pangolin checkout' } },
  { system: 'MISSING:', reply: { text: 'ANSWER: So it is [1].\nMISSING:\nnone' } },
  { reply: { text: '[Answer:] So it is [1].' } },
];
const SCRIPT: Script = { rules: RULES };

const SEARCH = { name: 'search', arguments: { query: 'narwhal scale grade four' } };

describe('which model may see which sensitivity', () => {
  let folder: string;
  let cloud: ScriptedModel;
  let local: ScriptedModel;
  let gateway: Running & { readonly url: string };

  const start = async (sensitivityModels: QuarryConfig['sensitivityModels']): Promise<void> => {
    gateway = await startGateway(join(folder, 'data'), {
      ...{ chatProvider: 'openai', chatModel: 'cloud-1', chatBaseUrl: cloud.baseUrl },
      ...{ localChatModel: 'local-1', localChatBaseUrl: local.baseUrl, sensitivityModels },
    });
  };
  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'quarry-sensitivity-')));
    const root = join(folder, 'shop');
    // Not those about interfaces: the plan below searches for a word that is rare without them.
    const { 'src/api.ts': _api, 'payroll/client.ts': _client, 'package.json': _package, ...files } = FILES;
    writeFiles(root, files);
    writeFileSync(join(root, 'quarry-labels.yaml'), LABELS);
    const listener = {
      signal: new AbortController().signal,
      progress: () => undefined,
      note: () => undefined,
    };
    const config = readConfig({ dataDir: join(folder, 'data'), embedderUrl: 'none' }, {});
    await runIndex(config, { root, repository: 'shop', by: 'cli' }, listener, SOURCES);
  });
  beforeEach(async () => {
    cloud = await startScriptedModel({ replies: SCRIPT });
    local = await startScriptedModel({ replies: SCRIPT });
  });
  afterEach(async () => {
    await gateway.close();
    await cloud.close();
    await local.close();
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = async (question: string, more: object = {}): Promise<TurnDto> =>
    (await call<TurnDto>(gateway.url, 'POST /v1/turns', { body: { question, wait: true, ...more } })).body;
  const seenBy = (model: ScriptedModel): string => JSON.stringify(model.requests.map(({ body }) => body));

  it('lets the chat model see what reaches no entry', async () => {
    await start([{ sensitivity: 'confidential', model: 'local' }]);
    cloud.play({ rules: [{ system: '[BM25:]', reply: { text: '[BM25:] checkout retried' } }, ...RULES] });
    const { answer } = await ask(OPEN, { filter: { pathPrefixes: ['docs/guide.md'] } });
    expect(answer?.writtenBy).toBe('cloud-1');
    expect(seenBy(cloud)).toContain('three times');
    expect(local.requests).toHaveLength(0);
  });

  it('gives prompts of a sensitivity, and of higher ones, to the model of its entry', async () => {
    await start([{ sensitivity: 'confidential', model: 'local' }]);
    for (const [question, secret] of [
      [CONFIDENTIAL, '4200'],
      [RESTRICTED, 'opens the vault'],
    ] as const) {
      const { answer } = await ask(question);
      expect(answer?.writtenBy).toBe('local-1');
      expect(seenBy(local)).toContain(secret);
      expect(seenBy(cloud)).not.toContain(secret);
    }
  });

  it.each(PIPELINES)('%s: ends the turn before the call if no model may see the prompt', async (pipeline) => {
    await start([{ sensitivity: 'confidential', model: 'none' }]);
    if (pipeline === 'agent') cloud.play({ rules: [{ reply: { calls: [SEARCH] } }] });
    const turn = await ask(CONFIDENTIAL, { pipeline });
    expect(turn.stop).toMatchObject({ rule: 'sensitivity' });
    expect(turn.reason).toMatch(
      /no configured model may see the evidence: some of it is confidential or above/,
    );
    expect(turn.outcome).not.toBe('failed');
    expect(seenBy(cloud) + seenBy(local)).not.toMatch(/4200|nine grades|1050/);
    expect(local.requests).toHaveLength(0);
  });

  it('still quotes without a model, and the turn replays', async () => {
    await start([{ sensitivity: 'confidential', model: 'none' }]);
    const turn = await ask(CONFIDENTIAL);
    expect(turn.answer).toMatchObject({ writtenBy: 'extractive' });
    expect(turn.answer?.text).toContain('4200');
    await endsDealtWith(gateway);
    const { body } = await call<ReplayDto>(gateway.url, `POST /v1/turns/${turn.id}/replay`, { body: {} });
    expect(body).toMatchObject({ verdict: 'same', difference: null });
  });

  it('counts the conversation, and earlier answers that a client sends along', async () => {
    await start([{ sensitivity: 'confidential', model: 'none' }]);
    const { session } = await ask(CONFIDENTIAL);
    const before = cloud.requests.length;
    const followUp = await ask('And how often is the checkout retried?', { session });
    expect(followUp.stop).toMatchObject({ rule: 'sensitivity' });
    expect(cloud.requests).toHaveLength(before);
    const messages = [
      { role: 'user', content: CONFIDENTIAL },
      { role: 'assistant', content: 'Grade four earns 4200.' },
      { role: 'user', content: OPEN },
    ];
    await call(gateway.url, 'POST /v1/chat/completions', { body: { model: 'code', messages } });
    expect(seenBy(cloud)).not.toContain('4200');
  });

  it('takes files without a label, and ladders without a step of the setting, as the highest', async () => {
    await start([
      { sensitivity: 'confidential', model: 'local' },
      { sensitivity: 'top-secret', model: 'none' },
    ]);
    expect((await ask(OPEN)).stop).toMatchObject({ rule: 'sensitivity' });
    expect(seenBy(cloud) + seenBy(local)).not.toContain('three times');
  });

  it('needs no model for any of it', async () => {
    gateway = await startGateway(join(folder, 'data'), {
      sensitivityModels: [{ sensitivity: 'public', model: 'none' }],
    });
    const turn = await ask(CONFIDENTIAL);
    expect(turn.stop).toBeNull();
    expect(turn.answer?.text).toContain('4200');
  });
});
