import type { CompiledPipeline } from './compiled';
import { drawPipeline } from './draw';
import { load, LOOP, LOOP_FILES } from './testing/catalog';

function loop(): CompiledPipeline {
  const [pipeline] = load(LOOP_FILES).pipelines;
  if (!pipeline) throw new Error('the example does not load');
  return pipeline;
}

describe('drawPipeline', () => {
  it('draws steps in the order of a turn, guard and last step in shapes of their own, edges by outcome', () => {
    expect(drawPipeline(loop())).toBe(`flowchart TD
  start((start)) --> s0
  s0["fetch<br/>retriever.fetch_more_context"]
  s1["ask<br/>answerer.call_model"]
  s2["judge<br/>answerer.handle_prefix"]
  s3(["done<br/>gateway.finalize"])
  s4{{"guard<br/>loop-guard.loop_guard"}}
  s0 -->|"ok, empty"| s1
  s1 -->|"ok"| s2
  s2 -->|"answer, malformed"| s3
  s2 -->|"request"| s4
  s4 -->|"again"| s0
  s4 -->|"stop"| s3
`);
  });

  it('draws steps that no turn can meet last, by name', () => {
    const lonely = ['zebra', 'ant'].map((id) => `    - {id: ${id}, action: finalize, end: true}\n`);
    const [pipeline] = load({ ...LOOP_FILES, 'loop/pipeline.yaml': LOOP + lonely.join('') }).pipelines;
    expect(pipeline && drawPipeline(pipeline).match(/s[56]\(\["\w+/g)).toEqual(['s5(["ant', 's6(["zebra']);
  });

  it('shows the outcome with which a turn continues without a store', () => {
    const away = LOOP.replace('context\n', 'context\n      on_unavailable: empty\n');
    const [pipeline] = load({ ...LOOP_FILES, 'loop/pipeline.yaml': away }).pipelines;
    expect(pipeline && drawPipeline(pipeline)).toContain('s0 -->|"ok, empty, search away"| s1');
  });

  it('escapes what could be syntax or markup', () => {
    const pipeline = loop();
    const step = {
      id: 'fetch',
      service: '<script>',
      action: 'a"] --> x\n;',
      params: {},
      on: {},
      end: true,
      guard: false,
    };
    const drawn = drawPipeline({ ...pipeline, steps: { fetch: step } });
    expect(drawn.split('\n')).toHaveLength(4);
    expect(drawn).not.toMatch(/<script|"\] -->/);
    expect(drawn).toContain('#60;script#62;');
  });
});
