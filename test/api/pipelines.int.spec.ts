import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import type { PipelineDetailDto, ValidatedPipelineDto } from '@quarry/client';
import { readConfig } from '@quarry/platform';
import { openPipelineShelf, type Running } from '@quarry/solo';
import { defined } from '@quarry/turn';
import { call, expectProblem, startGateway } from './gateway-under-test';
import { differences, type OpenApi } from './openapi';

/** After so long the gateway looks at the folders again. */
const READ_AGAIN_MS = 1_100;

const MINE = `pipeline:
  name: mine
  extends: code
  description: Fewer passes.
  settings:
    max_turn_loops: 1
    rerank: {alpha: 0.6}
    entry_step_id: load_history
`;

describe('pipelines over HTTP', () => {
  const root = mkdtempSync(join(tmpdir(), 'quarry-pipelines-'));
  const file = join(root, 'pipelines', 'mine', 'pipeline.yaml');
  let gateway: Running & { readonly url: string };
  let document: OpenApi;

  beforeAll(async () => {
    mkdirSync(join(root, 'pipelines', 'mine'), { recursive: true });
    writeFileSync(file, MINE);
    gateway = await startGateway(join(root, 'data'), { pipelineDirs: [join(root, 'pipelines')] });
    document = (await call<OpenApi>(gateway.url, 'GET /v1/openapi.json')).body;
  });
  afterAll(async () => {
    await gateway.close();
    rmSync(root, { recursive: true, force: true });
  });
  beforeEach(() => {
    writeFileSync(file, MINE);
  });

  const detail = async (): Promise<PipelineDetailDto> =>
    (await call<PipelineDetailDto>(gateway.url, 'GET /v1/pipelines/mine')).body;
  const validate = (yaml: string) =>
    call<ValidatedPipelineDto>(gateway.url, 'POST /v1/pipelines/validate', { body: { yaml } });

  it('every setting says its value, its default and the file and line that it comes from', async () => {
    const { settingSources, files, filesChanged } = await detail();
    expect(filesChanged).toBe(false);
    expect(files).toEqual([
      { pipeline: 'mine', file: 'pipelines/mine/pipeline.yaml' },
      { pipeline: 'code', file: 'pipelines/code/pipeline.yaml' },
      { pipeline: 'base', file: 'pipelines/base/pipeline.yaml' },
    ]);
    const of = (name: string) => settingSources.find((setting) => setting.name === name);
    const own = { pipeline: 'mine', file: 'pipelines/mine/pipeline.yaml' };
    expect(of('max_turn_loops')).toEqual({
      name: 'max_turn_loops',
      value: 1,
      default: 4,
      range: '0 to 20',
      unit: 'passes',
      meaning: 'Maximum follow-up passes of a turn; the first pass is not counted.',
      source: { ...own, line: 6 },
    });
    expect(of('rerank.alpha')).toMatchObject({ value: 0.6, default: 0.7, source: { ...own, line: 7 } });
    expect(of('rerank.beta')).toMatchObject({ value: 0.3, default: 0.3, source: null });
    expect(of('top_k')).toMatchObject({ value: 8, source: { pipeline: 'code' } });
    expect(of('max_history_tokens')).toMatchObject({ unit: 'tokens', source: { pipeline: 'base' } });
    expect(of('entry_step_id')).toMatchObject({ value: 'load_history', default: null, source: { line: 8 } });
  });

  it('has the steps, the prompts and the warnings with their files', async () => {
    const { entry, steps, prompts, warnings } = await detail();
    expect(entry).toBe('load_history');
    expect(steps.find(({ id }) => id === 'guard')).toMatchObject({
      service: 'loop-guard',
      guard: true,
      on: { again: 'recall_requested', stop: 'answer_finally' },
      source: { pipeline: 'code' },
    });
    expect(steps.find(({ id }) => id === 'finalize')?.source).toMatchObject({ pipeline: 'base' });
    expect(prompts.find(({ name }) => name === 'prompts/answer.md')).toMatchObject({
      file: 'pipelines/code/prompts/answer.md',
      steps: expect.arrayContaining(['answer']),
      system: expect.stringContaining('[Answer:]'),
    });
    expect(warnings).toEqual([
      expect.objectContaining({
        severity: 'warning',
        message: expect.stringContaining("the step 'translate_in' cannot be reached"),
      }),
    ]);
  });

  it('never says where the folders lie on this machine', async () => {
    expect(JSON.stringify(await detail())).not.toContain(root);
    const { problems } = (await validate(MINE.replace('extends: code', 'extends: ../cod'))).body;
    expect(problems).not.toEqual([]);
    expect(JSON.stringify(problems)).not.toContain(root);
  });

  it('says that files have changed since, rather than places that are no longer true', async () => {
    writeFileSync(file, MINE.replace('max_turn_loops: 1', 'max_turn_loops: 2'));
    await later(READ_AGAIN_MS);
    const { settings, settingSources, filesChanged, files } = await detail();
    expect({ settings, filesChanged, files }).toMatchObject({
      settings: { max_turn_loops: 1 },
      filesChanged: true,
      files: [],
    });
    expect(settingSources.every(({ source }) => source === null)).toBe(true);
    writeFileSync(file, MINE.replace('max_turn_loops', 'max_turn_lops'));
    await later(READ_AGAIN_MS);
    const { body } = await call(gateway.url, 'GET /v1/pipeline-problems');
    expect(body['problems']).toContainEqual({
      file: 'pipelines/mine/pipeline.yaml',
      line: 6,
      column: 5,
      severity: 'error',
      message: expect.stringContaining("did you mean 'max_turn_loops'"),
    });
    writeFileSync(file, MINE);
    await later(READ_AGAIN_MS);
  });

  it('checks a text: each problem at its line, and the drawing of what is sound', async () => {
    const sound = await validate('pipeline:\n  name: other\n  extends: code\n  settings:\n    top_k: 12\n');
    expect(sound.body).toMatchObject({ valid: true, name: 'other', problems: [] });
    expect(sound.body.drawing).toMatchObject({ entry: 'translate_in' });
    expect(sound.body.drawing?.steps.length).toBeGreaterThan(10);
    const faulty = await validate('pipeline:\n  name: other\n  extends: code\n  settings:\n    top_n: 12\n');
    expect(faulty.body).toEqual({
      valid: false,
      name: 'other',
      drawing: null,
      problems: [
        { file: null, line: 5, column: 5, severity: 'error', message: expect.stringContaining("'top_k'") },
      ],
    });
    const broken = await validate('pipeline: [');
    expect(broken.body).toMatchObject({ valid: false, name: null });
  });

  it('refuses more than 64 KB', async () => {
    const reply = await call(gateway.url, 'POST /v1/pipelines/validate', {
      body: { yaml: 'x'.repeat(65_537) },
    });
    expectProblem(reply, 400, 'bad_request');
    expect((await validate('é'.repeat(65_536))).body.problems[0]?.message).toMatch(/larger than 64 KB/);
  });

  it('tells who asks', async () => {
    const { body } = await call(gateway.url, 'GET /v1/caller');
    expect(body).toEqual({
      tenant: 'local',
      role: 'operator',
      key: null,
      name: null,
      pipelines: null,
      repositories: null,
      clearance: { everything: true, groups: [], sensitivity: null },
      limits: { requestsPerMinute: null, tokensPerDay: null, costPerDay: null, turnsAtOnce: null },
      usage: null,
    });
  });

  it('replies as the OpenAPI document says', async () => {
    const schemaOf = (path: string, method: string) =>
      document.paths[path]?.[method]?.responses['200']?.content?.['application/json']?.schema ?? {};
    const pairs: [unknown, object][] = [
      [await detail(), schemaOf('/v1/pipelines/{name}', 'get')],
      [(await validate(MINE)).body, schemaOf('/v1/pipelines/validate', 'post')],
      [(await validate('pipeline: [')).body, schemaOf('/v1/pipelines/validate', 'post')],
      [(await call(gateway.url, 'GET /v1/caller')).body, schemaOf('/v1/caller', 'get')],
      [(await call(gateway.url, 'GET /v1/pipeline-problems')).body, schemaOf('/v1/pipeline-problems', 'get')],
    ];
    for (const [body, schema] of pairs) expect(differences(document, schema, body)).toEqual([]);
  });
});

describe('pipelines of a key that may use some', () => {
  const root = mkdtempSync(join(tmpdir(), 'quarry-pipelines-'));
  let gateway: Running & { readonly url: string };
  let key: string;

  beforeAll(async () => {
    gateway = await startGateway(root);
    const make = async (body: object, by?: string): Promise<string> => {
      const made = await call<{ key: string }>(gateway.url, 'POST /v1/keys', {
        body,
        ...defined({ key: by }),
      });
      return made.body.key;
    };
    const operator = await make({ name: 'operator', tenant: 'acme', role: 'operator' });
    key = await make({ name: 'narrow', tenant: 'acme', role: 'maintainer', pipelines: ['code'] }, operator);
    // Until the gateway has seen that there are keys.
    while ((await call(gateway.url, 'GET /v1/caller')).status !== 401) await later(100);
  });
  afterAll(async () => {
    await gateway.close();
    rmSync(root, { recursive: true, force: true });
  });

  it('are those alone: any other is as unknown as one that is not there', async () => {
    const list = await call<{ pipelines: { name: string }[] }>(gateway.url, 'GET /v1/pipelines', { key });
    expect(list.body.pipelines.map(({ name }) => name)).toEqual(['code']);
    expect((await call(gateway.url, 'GET /v1/pipelines/code', { key })).status).toBe(200);
    const foreign = await call(gateway.url, 'GET /v1/pipelines/corag', { key });
    const unknown = await call(gateway.url, 'GET /v1/pipelines/corax', { key });
    expectProblem(foreign, 404, 'pipeline_unknown');
    expect(String(foreign.body['detail']).replace('corag', 'corax')).toBe(unknown.body['detail']);
  });

  it('are all that a text may extend', async () => {
    const yaml = (parent: string) => `pipeline:\n  name: mine\n  extends: ${parent}\n`;
    const checked = (parent: string) =>
      call<ValidatedPipelineDto>(gateway.url, 'POST /v1/pipelines/validate', {
        key,
        body: { yaml: yaml(parent) },
      });
    expect((await checked('code')).body.valid).toBe(true);
    expect((await checked('corag')).body).toMatchObject({
      valid: false,
      drawing: null,
      problems: [{ line: 3, message: expect.stringContaining("no pipeline 'corag'") }],
    });
  });

  it('does not show what is wrong in the folders', async () => {
    expectProblem(await call(gateway.url, 'GET /v1/pipeline-problems', { key }), 403, 'forbidden');
    expect((await call(gateway.url, 'GET /v1/caller', { key })).body).toMatchObject({
      tenant: 'acme',
      role: 'maintainer',
      pipelines: ['code'],
    });
  });
});

it('a text among some pipelines learns nothing of the others', () => {
  const shelf = openPipelineShelf(readConfig({}, {}));
  const text = (parent: string) => `pipeline:\n  name: mine\n  extends: ${parent}\n`;
  expect(shelf.check(text('code'), ['code']).problems).toEqual([]);
  expect(shelf.check(text('corag'), null).problems).toEqual([]);
  expect(shelf.check(text('corag'), ['code']).problems).toEqual([
    expect.objectContaining({ line: 3, message: expect.stringContaining("there is no pipeline 'corag'") }),
  ]);
});
