import { load, LOOP, LOOP_FILES } from './testing/catalog';

const FILES = {
  ...LOOP_FILES,
  'loop/pipeline.yaml': LOOP.replace(
    'settings:',
    'settings:\n    rerank: {alpha: 0.6, beta: 0.4}\n    top_k: 5',
  ),
  'mine/pipeline.yaml': `pipeline:
  name: mine
  extends: loop
  settings:
    rerank:
      alpha: 0.1
    max_turn_loops: 1
  steps:
    - id: done
      action: finalize
      end: true
`,
};

describe('the origin of a pipeline', () => {
  const origin = load(FILES).origins.get('mine');

  it('names its files, its own first', () => {
    expect(origin?.files).toEqual([
      { pipeline: 'mine', file: 'mine/pipeline.yaml' },
      { pipeline: 'loop', file: 'loop/pipeline.yaml' },
    ]);
  });

  it.each([
    ['max_turn_loops', 'mine/pipeline.yaml:7'],
    ['rerank.alpha', 'mine/pipeline.yaml:6'],
    ['rerank.beta', 'loop/pipeline.yaml:4'],
    ['top_k', 'loop/pipeline.yaml:5'],
    ['entry_step_id', 'loop/pipeline.yaml:6'],
  ])('gives the place of %s', (name, place) => {
    const at = origin?.settings.get(name);
    expect(`${at?.file ?? ''}:${at?.line ?? ''}`).toBe(place);
  });

  it('has no entry for a setting that no file names', () => {
    expect(origin?.settings.has('rerank.widen_min')).toBe(false);
    expect(origin?.settings.has('deadline_seconds')).toBe(false);
  });

  it('says which file each step and prompt is from', () => {
    expect(origin?.steps.get('done')).toMatchObject({ file: 'mine/pipeline.yaml', line: 9 });
    expect(origin?.steps.get('fetch')).toMatchObject({ file: 'loop/pipeline.yaml' });
    expect(origin?.prompts).toEqual(new Map([['prompts/answer.md', 'loop/prompts/answer.md']]));
  });
});
