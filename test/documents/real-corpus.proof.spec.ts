import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { TurnDto } from '@quarry/client';
import type { Running } from '@quarry/solo';
import { call, startGateway } from '../api/gateway-under-test';
import { sampleOf } from '../sample';
import { indexFixture, type IndexedFixture } from '../scenarios/index-fixture';
import { startScriptedModel, type Script, type ScriptedModel } from '../scripted-model/server';

/** 428 pages of a developer's documentation, and 17 questions about them (docs/evaluation.md). */
const SET = resolve(__dirname, '../../../shared/data/aptosdocs');
const PIPELINES = ['adaptive', 'agent', 'cgrag', 'code', 'corag', 'extraction', 'planner'] as const;
const DEPTHS = ['auto', 'fast', 'deep'] as const;

const lines = <T>(file: string): T[] =>
  readFileSync(join(SET, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);

/** Five components, each with its own query, and never enough. */
const FIVE: Script = ({ system }) => {
  const parts = ['faucet', 'indexer API', 'fungible asset', 'validator node', 'TypeScript SDK'];
  if (system.includes('key_components'))
    return JSON.stringify({
      ...{ complexity: 'complex', key_components: parts, potential_follow_ups: parts },
      reformulated_queries: parts.map((part) => `how does the ${part} of Aptos work`),
    });
  if (system.includes('is_complete'))
    return JSON.stringify({
      ...{ is_complete: false, missing_information: parts.join(', ') },
      follow_up_queries: parts.map((part) => `limits of the ${part}`),
    });
  return '[Answer:] It depends on the network [1].';
};

const describeOverTheSet = existsSync(SET) ? describe : describe.skip;

describeOverTheSet('every pipeline at every depth, over a real corpus (shared/data/aptosdocs)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-corpus-'));
  let fixture: IndexedFixture;
  let model: ScriptedModel;
  let plain: Running & { readonly url: string };
  let modelled: Running & { readonly url: string };

  beforeAll(async () => {
    for (const { _id, title, text } of lines<{ _id: string; title: string; text: string }>('corpus.jsonl')) {
      const file = join(folder, /\.mdx?$/.test(_id) ? _id : `${_id}.md`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `# ${title}\n\n${text}`);
    }
    fixture = await indexFixture(folder);
    model = await startScriptedModel({ replies: [] });
    plain = await startGateway(fixture.dataDir);
    modelled = await startGateway(fixture.dataDir, {
      ...{ chatProvider: 'openai', chatModel: 'scripted-1', chatBaseUrl: model.baseUrl },
    });
  }, 300_000);
  afterAll(async () => {
    await plain.close();
    await modelled.close();
    await model.close();
    await fixture.remove();
    rmSync(folder, { recursive: true });
  });

  const questions = existsSync(SET) ? lines<{ text: string }>('queries.jsonl').map(({ text }) => text) : [];
  const all = PIPELINES.flatMap((pipeline) => DEPTHS.map((depth) => ({ pipeline, depth, asked: questions })));

  /** What is wrong with how a question ended. */
  const troubleOf = async (url: string, body: object): Promise<string[]> => {
    const { status, body: turn } = await call<TurnDto>(url, 'POST /v1/turns', {
      body: { ...body, wait: true },
    });
    if (status !== 200) return [`${status} ${JSON.stringify(turn)}`];
    const used = turn.search_quality?.results_used ?? 0;
    return [
      ...(turn.outcome === 'failed' ? [`${turn.code ?? ''}: ${turn.reason ?? ''}`] : []),
      ...(used > turn.evidence.length ? [`${used} of ${turn.evidence.length} pieces used`] : []),
      ...(turn.outcome === 'answered' && turn.answer?.writtenBy === 'extractive' && turn.findings.length === 0
        ? ['passages count as an answer']
        : []),
    ];
  };

  it.each(sampleOf(all))(
    '$pipeline $depth without a model: no question fails',
    async ({ asked, ...options }) => {
      const troubles: string[] = [];
      for (const question of sampleOf(asked))
        troubles.push(...(await troubleOf(plain.url, { question, ...options })));
      expect(troubles).toEqual([]);
    },
    600_000,
  );

  it.each(DEPTHS)(
    'adaptive %s with a model that names five components: no question fails',
    async (depth) => {
      model.play(FIVE);
      const troubles: string[] = [];
      for (const question of sampleOf(questions))
        troubles.push(...(await troubleOf(modelled.url, { question, pipeline: 'adaptive', depth })));
      expect(troubles).toEqual([]);
      expect(model.requests.some(({ system }) => system.includes('key_components'))).toBe(true);
    },
    600_000,
  );
});
