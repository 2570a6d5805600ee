import { change, load, LOOP, LOOP_FILES, messagesOf } from './testing/catalog';

describe('loadPipelines', () => {
  it('compiles a valid pipeline with defaults, transitions of every outcome and its prompts', () => {
    const loaded = load(LOOP_FILES);
    expect(messagesOf(loaded)).toEqual([]);
    const [pipeline] = loaded.pipelines;
    expect(pipeline).toMatchObject({
      name: 'loop',
      description: '',
      settings: { entry_step_id: 'fetch', max_turn_loops: 4, rerank: { alpha: 0.7 } },
      prompts: { 'prompts/answer.md': { system: 'Answer from the evidence only.' } },
    });
    expect(pipeline?.steps['fetch']).toEqual({
      id: 'fetch',
      service: 'retriever',
      action: 'fetch_more_context',
      params: { what: 'planned', strict: false },
      on: { ok: 'ask', empty: 'ask' },
      end: false,
      guard: false,
      away: { store: { name: 'search', lacks: 'without a search' }, outcome: null, retrySeconds: null },
    });
    expect(pipeline?.steps['judge']?.on).toEqual({ answer: 'done', request: 'guard', malformed: 'done' });
    expect(pipeline?.steps['guard']?.guard).toBe(true);
    expect(pipeline?.steps['done']).toMatchObject({ end: true, on: {} });
  });

  it('returns immutable JSON with a digest that only content changes', () => {
    const pipeline = load(LOOP_FILES).pipelines[0];
    expect(JSON.parse(JSON.stringify(pipeline))).toEqual(pipeline);
    expect(Object.isFrozen(pipeline?.settings.rerank)).toBe(true);
    const digest = (text: string, prompt = LOOP_FILES['loop/prompts/answer.md']) =>
      load({ 'x/pipeline.yaml': text, 'x/prompts/answer.md': prompt }).pipelines[0]?.digest;
    expect(digest(LOOP)).toMatch(/^[0-9a-f]{16}$/);
    const [head = '', ...steps] = LOOP.split(/(?=^ {4}- id)/m);
    expect(digest(head + steps.reverse().join(''))).toBe(digest(LOOP));
    expect(digest(LOOP.replace('entry_step_id', 'top_k: 8\n    entry_step_id'))).toBe(digest(LOOP));
    expect(digest(LOOP.replace('entry_step_id', 'top_k: 9\n    entry_step_id'))).not.toBe(digest(LOOP));
    expect(digest(LOOP, '--- system ---\nOther.\n--- user ---\n{{ question }}')).not.toBe(digest(LOOP));
  });

  it('reports every problem of a file, and loads the other files', () => {
    const bad = LOOP.replace('name: loop', 'name: bad\n  colour: red')
      .replace('entry_step_id: fetch', 'entry_step_id: fetsh\n    topk: 3\n    rrf_k: many')
      .replace('on_request: guard', 'on_request: gard')
      .replace('action: finalize', 'action: finalise');
    const loaded = load({ ...LOOP_FILES, 'bad/pipeline.yaml': bad, 'bad/scenario.yaml': 'not: mine' });
    expect(loaded.pipelines.map(({ name }) => name)).toEqual(['loop']);
    expect(messagesOf(loaded)).toEqual([
      expect.stringMatching(/^3:3 unknown key of `pipeline` 'colour'/),
      expect.stringContaining("5:20 entry_step_id: there is no step 'fetsh'; did you mean 'fetch'?"),
      expect.stringContaining("6:5 unknown setting 'topk'; did you mean 'top_k'?"),
      expect.stringContaining("7:12 setting 'rrf_k' must be an integer number (found 'many')"),
      "14:15 there is no prompt 'prompts/answer.md'",
      expect.stringContaining("21:19 there is no step 'gard'; did you mean 'guard'?"),
      expect.stringContaining("28:15 unknown action 'finalise'; did you mean 'finalize'?"),
    ]);
  });

  it.each([
    [
      'pipeline:',
      'pipelin:',
      ["1:1 unknown top-level key 'pipelin'; did you mean 'pipeline'?", '1:1 the key `pipeline`'],
    ],
    ['name: loop', 'description: x', ['1:1 `pipeline.name` is missing']],
    ['name: loop', 'name: "a b"', ["2:9 'a b' is not a valid pipeline name"]],
    ['name: loop', 'name: constructor', ["2:9 'constructor' is not a valid pipeline name"]],
    ['name: loop', 'name: [x]', ['2:9 `pipeline.name` must be text']],
    ['name: loop', 'name: loop\n  abstract: maybe', ['3:13 `pipeline.abstract` must be true or false']],
    ['entry_step_id: fetch', 'top_k: 3', ["2:3 the setting 'entry_step_id' is missing"]],
    ['id: judge', 'id: ask', ["14:11 the step 'ask' is already defined in line 9"]],
    ['- id: judge', '- ', ['15:7 this step has no `id`']],
    ['id: judge', 'id: 5', ["14:11 a step's `id` must be text"]],
    ['id: judge', 'id: __proto__', ["14:11 '__proto__' is not a valid step id"]],
    ['action: loop_guard', 'actoin: loop_guard', ["20:11 the step 'guard' has no `action`"]],
    ['settings:', 'settings: 3\n  steps: []\n  x:', ['3:13 `pipeline.settings` must be a dictionary']],
  ])('refuses %j → %j', (from, to, expected) => {
    const problems = change(from, to);
    for (const message of expected) expect(problems).toContainEqual(expect.stringContaining(message));
  });

  it.each([
    ['top_k: 500', "setting 'top_k' must not be greater than 200 (found '500')"],
    ['top_k: "8"', "setting 'top_k' must be an integer number (found '8')"],
    ['top_k:', "setting 'top_k' must be an integer number (found 'null')"],
    [
      'bm25_missing: fall',
      "setting 'bm25_missing' must be one of the following values: fail, fallback (found 'fall'); did you mean 'fail'?",
    ],
    ['retrieval_modes: [semantic, hybird]', "(found 'hybird'); did you mean 'hybrid'?"],
    ['retrieval_modes: []', "setting 'retrieval_modes' should not be empty"],
    ['rerank: {alpha: 7}', "setting 'rerank.alpha' must not be greater than 1 (found '7')"],
    ['prices: [{model: m, input: 1, output: 1, x: 1}]', "unknown setting 'prices.0.x'"],
    ['rerank: {alfa: 0.5}', "unknown setting 'rerank.alfa'; did you mean 'alpha'?"],
    ['rerank: [1]', "setting 'rerank' must be a dictionary"],
    ['rerank: 5', "setting 'rerank' must be a dictionary"],
    ['relevance: {min_cosine: high}', "setting 'relevance.min_cosine' must be a number"],
    ['<<: {top_k: 3}', "unknown setting '<<'"],
  ])('refuses the setting %s, at its place', (line, message) => {
    const problems = change('entry_step_id: fetch', `entry_step_id: fetch\n    ${line}`);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(message);
    expect(problems[0]).toMatch(/^5:\d+ /);
  });

  it.each([
    ['top_k: "8"', "5:12 setting 'top_k' must be an integer number (found '8')"],
    [
      'graph_edge_allowlist: [CALLS, 5]',
      `5:27 setting 'graph_edge_allowlist' has a value that must be a string (found '["CALLS",5]')`,
    ],
  ])('suggests nothing without candidate names: %s', (line, message) => {
    expect(change('entry_step_id: fetch', `entry_step_id: fetch\n    ${line}`)).toEqual([message]);
  });

  it('points into a dictionary, at the wrong value', () => {
    expect(change('settings:', 'settings:\n    rerank:\n      beta: 0.5\n      alpha: 7')[0]).toMatch(
      /^6:14 /,
    );
  });

  it('points into a list, at the wrong item', () => {
    expect(change('settings:', 'settings:\n    retrieval_modes:\n      - bm25\n      - x')[0]).toMatch(
      /^6:9 /,
    );
  });

  it('checks edge kinds if the caller knows them', () => {
    const line = 'entry_step_id: fetch\n    graph_edge_allowlist: [CALLS, CALL]';
    expect(change('entry_step_id: fetch', line)).toEqual([]);
    expect(change('entry_step_id: fetch', line, { edgeKinds: ['CALLS', 'IMPORTS'] })).toEqual([
      "5:35 setting 'graph_edge_allowlist': unknown edge kind 'CALL'; did you mean 'CALLS'?",
    ]);
  });

  it('refuses two pipelines of one name', () => {
    expect(messagesOf(load({ ...LOOP_FILES, 'zoo/pipeline.yaml': LOOP }))).toEqual([
      "2:3 the pipeline 'loop' is already defined in loop/pipeline.yaml",
    ]);
  });
});
