import { change, load, LOOP, LOOP_FILES } from '../testing/catalog';

const FETCH = '      action: fetch_more_context\n';

describe('steps whose store is away', () => {
  const awayOf = (files: Record<string, string>, name = 'loop') =>
    load(files).pipelines.find((pipeline) => pipeline.name === name)?.steps['fetch']?.away;

  it('know their store, and the settings of the pipeline', () => {
    const store = { name: 'search', lacks: 'without a search' };
    expect(awayOf(LOOP_FILES)).toEqual({ store, outcome: null, retrySeconds: null });
    const said = LOOP.replace(
      FETCH,
      `${FETCH}      on_unavailable: empty\n      unavailable_retry_seconds: 2.5\n`,
    );
    expect(awayOf({ ...LOOP_FILES, 'loop/pipeline.yaml': said })).toEqual({
      store,
      outcome: 'empty',
      retrySeconds: 2.5,
    });
    expect(load(LOOP_FILES).pipelines[0]?.steps['done']).not.toHaveProperty('away');
  });

  it('inherit it with the step', () => {
    const said = LOOP.replace(FETCH, `${FETCH}      on_unavailable: empty\n`);
    const child = 'pipeline:\n  name: child\n  extends: loop\n  settings: { top_k: 3 }\n';
    const files = { ...LOOP_FILES, 'loop/pipeline.yaml': said, 'child/pipeline.yaml': child };
    expect(awayOf(files, 'child')?.outcome).toBe('empty');
  });

  it.each([
    [
      'on_unavailable: emty',
      "8:23 `on_unavailable`: 'emty' is not an outcome of retriever.fetch_more_context; did you mean 'empty'?",
    ],
    ['on_unavailable: [empty]', '8:23 `on_unavailable` must be an outcome of retriever.fetch_more_context'],
    ['unavailable_retry_seconds: -1', '8:34 `unavailable_retry_seconds` must be a number from 0 to 3600'],
    ['unavailable_retry_seconds: 3601', '8:34 `unavailable_retry_seconds` must be a number from 0 to 3600'],
    ['unavailable_retry_seconds: soon', '8:34 `unavailable_retry_seconds` must be a number from 0 to 3600'],
  ])('refuse %s', (line, message) => {
    expect(change(FETCH, `${FETCH}      ${line}\n`)).toEqual([message]);
  });

  it.each([0, 3_600])('wait %d seconds if the pipeline says so', (seconds) => {
    const said = LOOP.replace(FETCH, `${FETCH}      unavailable_retry_seconds: ${seconds}\n`);
    expect(awayOf({ ...LOOP_FILES, 'loop/pipeline.yaml': said })?.retrySeconds).toBe(seconds);
  });

  it.each(['on_unavailable: ok', 'unavailable_retry_seconds: 3'])(
    'of actions without a store refuse %s',
    (line) => {
      expect(change('      action: finalize\n', `      action: finalize\n      ${line}\n`)).toEqual([
        `26:7 gateway.finalize uses no store, so it does not accept \`${line.split(':')[0] ?? ''}\``,
      ]);
    },
  );
});
