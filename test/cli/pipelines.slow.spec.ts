import { readConfig } from '@quarry/platform';
import { loadAllPipelines } from '@quarry/solo';
import { expectNoStack, Workplace } from './quarry';

const ROOT_LEVEL = `pipeline:
  name: shop-base
  extends: code
  settings:
    repository: shop
    rerank: {alpha: 0.6, beta: 0.4}
    relevance: {min_cosine: 0.2}
    top_k: 9
`;
const MIDDLE = `pipeline:
  name: shop-develop
  extends: shop-base
  settings:
    active_index: 2025-12-14_develop
    rerank: {alpha: 0.1}
    graph_edge_allowlist: [CALLS]
  steps:
    - id: handle_route
      action: router.handle_prefix
      reply: router
      on_direct: answer_directly
      on_semantic: fetch
      on_semantic_rerank: fetch
      on_bm25: words_only
      on_hybrid: fetch
      on_malformed: fetch
    - id: words_only
      action: fetch_more_context
      mode: bm25
      on_ok: check_budget
      on_nothing_found: check_budget
      on_nothing_new: check_budget
`;
const LEAF = `pipeline:
  name: shop-one-pass
  extends: ../develop
  settings:
    max_turn_loops: 0
    rerank: {widen_min: 80}
    entry_step_id: load_history
`;

/** 003 §11 through the command line, with the real actions. */
describe('three levels of extends', () => {
  const at = new Workplace();
  afterAll(() => {
    at.remove();
  });
  const folder = at.write('pipelines', {
    'base/pipeline.yaml': ROOT_LEVEL,
    'develop/pipeline.yaml': MIDDLE,
    'leaf/pipeline.yaml': LEAF,
  });
  const env = { QUARRY_PIPELINES: folder };
  const check = (...names: string[]) => at.runHere(['pipelines', 'check', ...names], { env });

  it('are merged from the root down: settings deeply, steps by id, entry after the merge', async () => {
    const checked = await check('shop-one-pass');
    expect(checked).toMatchObject({ code: 0, out: expect.stringMatching(/^ok shop-one-pass$/m) });
    // The child begins behind the translation, which is said.
    expect(checked.out).toContain("the step 'translate_in' cannot be reached from 'load_history'");
    const { pipelines } = loadAllPipelines(readConfig({ pipelineDirs: [folder] }, {}));
    expect(pipelines.find(({ name }) => name === 'shop-one-pass')).toMatchObject({
      settings: {
        repository: 'shop',
        active_index: '2025-12-14_develop',
        rerank: { alpha: 0.1, beta: 0.4, widen_min: 80, widen_factor: 3 },
        relevance: { min_cosine: 0.2, min_term_share: 0.34, min_answerable: 0.6 },
        graph_edge_allowlist: ['CALLS'],
        top_k: 9,
        max_turn_loops: 0,
        entry_step_id: 'load_history',
      },
      steps: {
        handle_route: { on: { bm25: 'words_only', semantic: 'fetch', direct: 'answer_directly' } },
        words_only: { service: 'retriever', action: 'fetch_more_context', params: { mode: 'bm25' } },
        persist: { service: 'history-summarizer', action: 'persist_turn_and_finalize' },
        finalize: { service: 'gateway', end: true },
      },
    });
  });

  it('show: every setting with the file and line that sets it', async () => {
    const shown = await at.run(['pipelines', 'show', 'shop-one-pass'], { env });
    expect(shown.code).toBe(0);
    for (const [name, value, from] of [
      ['top_k', '9', 'pipelines/base/pipeline.yaml:8'],
      ['rerank.alpha', '0.1', 'pipelines/develop/pipeline.yaml:6'],
      ['rerank.widen_min', '80', 'pipelines/leaf/pipeline.yaml:6'],
      ['max_turn_loops', '0 passes', 'pipelines/leaf/pipeline.yaml:5'],
      ['deadline_seconds', '300 seconds', 'default'],
    ])
      expect(shown.out).toMatch(new RegExp(`^  ${name} +${value} +${from}$`, 'm'));
    expect(shown.out).toMatch(/^ {2}words_only +retriever\.fetch_more_context +/m);
    expect(await at.runHere(['pipelines', 'show', 'shop'], { env })).toMatchObject({ code: 1 });
    const { settingSources } = JSON.parse(
      (await at.runHere(['pipelines', 'show', 'shop-one-pass', '--json'], { env })).out,
    ) as { settingSources: { name: string }[] };
    expect(settingSources).toContainEqual(
      expect.objectContaining({
        name: 'rerank.beta',
        value: 0.4,
        source: expect.objectContaining({ line: 6 }),
      }),
    );
  });

  it('--json: what is sound, and each problem with its place', async () => {
    at.write('pipelines', { 'leaf/pipeline.yaml': LEAF.replace('widen_min', 'widen_max') });
    const checked = await at.run(['pipelines', 'check', 'shop-one-pass', '--json'], { env });
    at.write('pipelines', { 'leaf/pipeline.yaml': LEAF });
    expect(checked.code).toBe(1);
    const { ok, problems } = JSON.parse(checked.out) as { ok: string[]; problems: unknown[] };
    expect(ok).toEqual([]);
    expect(problems).toContainEqual(
      expect.objectContaining({
        file: expect.stringMatching(/leaf\/pipeline\.yaml$/),
        line: 6,
        severity: 'error',
        message: expect.stringContaining('widen_min'),
      }),
    );
  });

  it.each([
    ['a circle', 'base', ROOT_LEVEL.replace('extends: code', 'extends: shop-one-pass'), /is circular/],
    [
      'an entry that is not there',
      'leaf',
      LEAF.replace('load_history', 'load_histroy'),
      /leaf\/pipeline\.yaml:7:20: .*did you mean 'load_history'/,
    ],
    [
      'an outcome that the protocol does not have',
      'develop',
      MIDDLE.replace('on_bm25', 'on_bm26'),
      /develop\/pipeline\.yaml:15:7: .*'bm26'.*did you mean 'bm25'/,
    ],
    [
      'a way to a step that is not there',
      'develop',
      MIDDLE.replace('on_bm25: words_only', 'on_bm25: word_only'),
      /develop\/pipeline\.yaml:15:16: .*did you mean 'words_only'/,
    ],
    [
      'a loop without the guard',
      'develop',
      MIDDLE.replace('on_nothing_found: check_budget', 'on_nothing_found: words_only'),
      /cycle words_only → words_only does not pass/,
    ],
    [
      'a setting deep down',
      'leaf',
      LEAF.replace('widen_min: 80', 'widen_max: 80'),
      /leaf\/pipeline\.yaml:6:14: .*did you mean 'rerank\.widen_min'|did you mean 'widen_min'/,
    ],
    [
      'a budget that does not fit',
      'leaf',
      LEAF.replace('max_turn_loops: 0', 'max_context_tokens: 32000'),
      /can exceed the model's window: .*32000 \(max_context_tokens\)/,
    ],
  ])('%s is refused, at its place', async (_name, level, yaml, message) => {
    const sound = { base: ROOT_LEVEL, develop: MIDDLE, leaf: LEAF }[level] ?? '';
    at.write('pipelines', { [`${level}/pipeline.yaml`]: yaml });
    const checked = await check('shop-one-pass');
    at.write('pipelines', { [`${level}/pipeline.yaml`]: sound });
    expect(checked.code).toBe(1);
    expect(checked.out).toMatch(message);
    expectNoStack(checked);
  });
});
