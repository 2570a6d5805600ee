import { ANSWER_PROMPT, load, LOOP, LOOP_FILES, messagesOf } from './testing/catalog';

const child = (name: string, parent: string, more = '') =>
  `pipeline:\n  name: ${name}\n  extends: ${parent}\n${more}`;

describe('extends (003 §11)', () => {
  it('merges settings deeply, root first, over several levels', () => {
    const loaded = load({
      'base/pipeline.yaml': LOOP.replace(
        'settings:',
        'settings:\n    top_k: 5\n    rerank: {alpha: 0.5, beta: 0.5}\n    retrieval_modes: [bm25, semantic]',
      ),
      'base/prompts/answer.md': ANSWER_PROMPT,
      'mid/pipeline.yaml': child('mid', 'loop', '  settings:\n    rerank: {alpha: 0.1}\n    top_k: 6\n'),
      'leaf/pipeline.yaml': child(
        'leaf',
        'mid',
        '  settings:\n    rerank: {widen_min: 9}\n    retrieval_modes: [hybrid]\n',
      ),
    });
    expect(messagesOf(loaded)).toEqual([]);
    expect(loaded.pipelines.map(({ name }) => name)).toEqual(['leaf', 'loop', 'mid']);
    expect(loaded.pipelines[0]?.settings).toMatchObject({
      top_k: 6,
      rerank: { alpha: 0.1, beta: 0.5, widen_min: 9, widen_factor: 3 },
      retrieval_modes: ['hybrid'],
      entry_step_id: 'fetch',
    });
    expect(loaded.files.get('leaf')).toEqual([
      'leaf/pipeline.yaml',
      'mid/pipeline.yaml',
      'base/pipeline.yaml',
    ]);
  });

  it("replaces a step as a whole, adds new ones, and starts from the child's entry", () => {
    const steps = [
      '  settings: {entry_step_id: first}',
      '  steps:',
      '    - {id: fetch, action: fetch_more_context, top_k: 3, next: done}',
      '    - {id: first, action: translate_in_if_needed, next: fetch}',
    ].join('\n');
    const loaded = load({
      ...LOOP_FILES,
      'loop/pipeline.yaml': LOOP.replace(
        'action: fetch_more_context',
        'action: fetch_more_context\n      strict: true',
      ),
      'x/pipeline.yaml': child('x', 'loop', steps),
    });
    const x = loaded.pipelines.find(({ name }) => name === 'x');
    expect(x?.steps['fetch']).toMatchObject({
      params: { what: 'planned', top_k: 3, strict: false },
      on: { ok: 'done' },
    });
    expect(x?.settings.entry_step_id).toBe('first');
    expect(messagesOf(loaded)).toEqual([
      expect.stringMatching(
        /^warning \d+:\d+ the step 'ask' cannot be reached from 'first' \(in pipeline 'x'\)$/,
      ),
      expect.stringContaining("warning 15:11 the step 'judge'"),
      expect.stringContaining("warning 21:11 the step 'guard'"),
    ]);
  });

  it('reports an inherited problem once, at its place', () => {
    const loaded = load({
      ...LOOP_FILES,
      'loop/pipeline.yaml': LOOP.replace('action: finalize', 'action: finalise'),
      'a/pipeline.yaml': child('a', 'loop'),
      'b/pipeline.yaml': child('b', 'loop'),
    });
    expect(loaded.pipelines).toEqual([]);
    expect(loaded.problems).toHaveLength(1);
    expect(loaded.problems[0]).toMatchObject({ file: 'loop/pipeline.yaml', line: 25 });
    expect(loaded.problems[0]?.message).not.toContain('in pipeline');
  });

  it('names the child if the parent is valid without it', () => {
    const loaded = load({
      ...LOOP_FILES,
      'a/pipeline.yaml': child('a', 'loop', '  settings: {model_context_window: 9000}\n'),
    });
    expect(loaded.pipelines.map(({ name }) => name)).toEqual(['loop']);
    expect(messagesOf(loaded)).toEqual([
      expect.stringMatching(/the step 'ask' can exceed.*\(in pipeline 'a'\)$/),
    ]);
  });

  it.each([['../loop/pipeline.yaml'], ['../loop'], ['./../loop/']])(
    'accepts the relative file %s',
    (target) => {
      const loaded = load({ ...LOOP_FILES, 'x/pipeline.yaml': child('x', target) });
      expect(messagesOf(loaded)).toEqual([]);
      expect(loaded.pipelines).toHaveLength(2);
    },
  );

  it('accepts a file other than pipeline.yaml, which by itself is not listed', () => {
    const loaded = load({
      'x/base.yaml': LOOP,
      'x/pipeline.yaml': child('x', 'base.yaml'),
      'x/prompts/answer.md': ANSWER_PROMPT,
    });
    expect(messagesOf(loaded)).toEqual([]);
    expect(loaded.pipelines.map(({ name }) => name)).toEqual(['x']);
  });

  it.each([
    ['lop', "3:12 `extends`: there is no pipeline 'lop'; did you mean 'loop'?"],
    [
      '../lop/pipeline.yaml',
      "3:12 `extends`: there is no file '../lop/pipeline.yaml'; did you mean '../loop/pipeline.yaml'?",
    ],
    ['xx', "3:12 `extends`: there is no pipeline 'xx'; known: loop"],
    ['../..', "3:12 `extends`: '../..' leaves the pipeline folders"],
    ['../../etc/passwd.yaml', "3:12 `extends`: '../../etc/passwd.yaml' leaves the pipeline folders"],
    ['/etc/passwd.yaml', "3:12 `extends`: '/etc/passwd.yaml' leaves the pipeline folders"],
    ['C:\\x.yaml', 'leaves the pipeline folders'],
    ['x', '3:12 `extends` is circular: x → x'],
  ])('refuses extends: %s', (target, message) => {
    const loaded = load({ ...LOOP_FILES, 'x/pipeline.yaml': child('x', target) });
    expect(loaded.pipelines.map(({ name }) => name)).toEqual(['loop']);
    expect(messagesOf(loaded)).toEqual([expect.stringContaining(message)]);
    expect(loaded.files.get('x')).toEqual(['x/pipeline.yaml']);
  });

  it('suggests YAML files of both extensions for a missing file, and no prompts', () => {
    const file = { 'x/pipeline.yaml': child('x', 'bass.yml') };
    const suggested = (more: Record<string, string>) => messagesOf(load({ ...file, ...more }))[0];
    expect(suggested({ 'x/base.yml': LOOP })).toMatch(/; did you mean 'base\.yml'\?$/);
    expect(suggested({ 'x/bass.md': ANSWER_PROMPT })).toMatch(/; known: pipeline\.yaml$/);
  });

  it('refuses circles, by name and by file', () => {
    const loaded = load({
      'a/pipeline.yaml': child('a', 'b'),
      'b/pipeline.yaml': child('b', '../c/pipeline.yaml'),
      'c/pipeline.yaml': child('c', 'a'),
    });
    expect(loaded.pipelines).toEqual([]);
    expect(messagesOf(loaded)).toContain('3:12 `extends` is circular: a → b → c → a');
  });

  it('refuses too many levels', () => {
    const files: Record<string, string> = { ...LOOP_FILES };
    for (let n = 1; n <= 25; n += 1)
      files[`p${n}/pipeline.yaml`] = child(`p${n}`, n === 1 ? 'loop' : `p${n - 1}`);
    const loaded = load(files);
    expect(loaded.pipelines).toHaveLength(20);
    expect(messagesOf(loaded)).toHaveLength(6);
    expect(messagesOf(loaded)[0]).toBe('3:12 more than 20 levels of `extends`');
  });

  it('refuses the children of a malformed file, and reports that it cannot be read', () => {
    const bad = load({
      ...LOOP_FILES,
      'loop/pipeline.yaml': LOOP.replace('name: loop', 'name: loop\n  x: 1'),
      'a/pipeline.yaml': child('a', 'loop'),
    });
    expect(bad.pipelines).toEqual([]);
    const broken = load({ 'loop/pipeline.yaml': 'pipeline: [', 'a/pipeline.yaml': child('a', 'loop') });
    expect(messagesOf(broken)).toContain("3:12 `extends`: 'loop' is not a pipeline that can be read");
  });
});

describe('an abstract base', () => {
  const base = LOOP.replace('name: loop', 'name: base\n  abstract: true')
    .replace('entry_step_id: fetch', 'top_k: 3')
    .replace('on_answer: done', 'on_answer: polish');

  it('may be incomplete, and is not listed', () => {
    const polish =
      '  settings: {entry_step_id: fetch}\n  steps:\n    - {id: polish, action: finalize, end: true}\n';
    const loaded = load({
      'base/pipeline.yaml': base,
      'x/pipeline.yaml': child('x', 'base', polish),
      'x/prompts/answer.md': ANSWER_PROMPT,
    });
    expect(messagesOf(loaded)).toEqual([]);
    expect(loaded.pipelines.map(({ name }) => name)).toEqual(['x']);
    expect([...loaded.files.keys()]).toEqual(['base', 'x']);
  });

  it('is checked for everything that no child can fix', () => {
    const loaded = load({
      'base/pipeline.yaml': base.replace('top_k: 3', 'top_k: -3').replace('action: loop_guard', 'action: x'),
    });
    expect(messagesOf(loaded)).toEqual([
      expect.stringContaining("setting 'top_k' must not be less than 1"),
      expect.stringContaining("unknown action 'x'"),
    ]);
  });

  it('must be completed by the child', () => {
    const loaded = load({ 'base/pipeline.yaml': base, 'x/pipeline.yaml': child('x', 'base') });
    expect(messagesOf(loaded)).toEqual([
      expect.stringMatching(/there is no prompt 'prompts\/answer.md' \(in pipeline 'x'\)$/),
      expect.stringMatching(/there is no step 'polish'.*\(in pipeline 'x'\)$/),
      "2:3 the setting 'entry_step_id' is missing",
    ]);
  });
});

describe('prompts of a family', () => {
  it("are looked up in the pipeline's own folder first, then up the chain", () => {
    const loaded = load({
      ...LOOP_FILES,
      'a/pipeline.yaml': child('a', 'loop'),
      'b/pipeline.yaml': child('b', 'a'),
      'b/prompts/answer.md': ANSWER_PROMPT.replace('Answer', 'Reply'),
    });
    expect(messagesOf(loaded)).toEqual([]);
    expect(loaded.pipelines.map(({ prompts }) => prompts['prompts/answer.md']?.system.split(' ')[0])).toEqual(
      ['Answer', 'Reply', 'Answer'],
    );
  });

  it('are reported at their place, and at the step that names them', () => {
    const prompt = ANSWER_PROMPT.replace('question', 'qestion');
    const loaded = load({ ...LOOP_FILES, 'loop/prompts/answer.md': prompt });
    expect(messagesOf(loaded)).toEqual([
      "11:15 the prompt 'prompts/answer.md' has errors",
      "4:4 unknown variable 'qestion'; did you mean 'question'?",
    ]);
  });

  it.each([
    ['prompts/answr.md', "there is no prompt 'prompts/answr.md'; did you mean 'prompts/answer.md'?"],
    ['../loop/prompts/answer.md', "the prompt '../loop/prompts/answer.md' leaves the pipeline's folder"],
    ['prompts/../../x.md', "the prompt 'prompts/../../x.md' leaves the pipeline's folder"],
    ['/etc/x.md', "the prompt '/etc/x.md' leaves the pipeline's folder"],
    ['pipeline.yaml', "a prompt is a Markdown file (.md), which 'pipeline.yaml' is not"],
  ])('refuses %s', (prompt, message) => {
    const loaded = load({ ...LOOP_FILES, 'loop/pipeline.yaml': LOOP.replace('prompts/answer.md', prompt) });
    expect(messagesOf(loaded)).toEqual([expect.stringContaining(`11:15 ${message}`)]);
  });
});

describe('some pipelines alone', () => {
  const FAMILY = {
    ...LOOP_FILES,
    'mid/pipeline.yaml': child('mid', 'loop', '  settings: {top_k: 6}\n'),
    'leaf/pipeline.yaml': child('leaf', 'mid'),
    'by-path/pipeline.yaml': child('by-path', '../mid'),
    'broken/pipeline.yaml': 'pipeline: [',
  };

  it.each([
    [['leaf'], ['leaf', 'loop', 'mid']],
    [['by-path'], ['by-path', 'loop', 'mid']],
    [['loop'], ['loop']],
    [
      ['loop', 'mid'],
      ['loop', 'mid'],
    ],
    [['unknown'], []],
  ])(
    '%j: only they and their parents are read, as among all; problems elsewhere are not reported',
    (only, names) => {
      const alone = load(FAMILY, { only });
      expect(alone.pipelines.map(({ name }) => name)).toEqual(names);
      expect(messagesOf(alone)).toEqual([]);
      const all = load(FAMILY);
      expect(messagesOf(all)).not.toEqual([]);
      expect(alone.pipelines).toEqual(all.pipelines.filter(({ name }) => names.includes(name)));
    },
  );

  it('problems in a parent are reported', () => {
    const files = { ...FAMILY, 'mid/pipeline.yaml': child('mid', 'loop', '  settings: {topk: 6}\n') };
    const alone = load(files, { only: ['leaf'] });
    expect(messagesOf(alone)).toEqual([expect.stringContaining("unknown setting 'topk'")]);
    expect(alone.pipelines.map(({ name }) => name)).toEqual(['loop']);
  });
});
