import { IsString } from 'class-validator';
import type { ActionSpec } from './catalog';
import { loadPipelines } from './load';
import { catalog, change, inMemory, load, LOOP, LOOP_FILES, protocols, messagesOf } from './testing/catalog';

/** The problems of the loop pipeline with one more action, which `changed` names. */
function withAction(action: ActionSpec, changed: string): string[] {
  const sources = inMemory({ ...LOOP_FILES, 'loop/pipeline.yaml': changed });
  return messagesOf(loadPipelines(sources, [...catalog, action], { protocols }));
}

describe('actions and parameters', () => {
  it.each([
    [
      'answerer.call_model',
      'call_model',
      "10:15 the action 'call_model' exists in several services; say which: answerer.call_model, router.call_model",
    ],
    [
      'answerer.call_model',
      'answerer.call_modl',
      "10:15 unknown action 'answerer.call_modl'; did you mean 'answerer.call_model'?",
    ],
    [
      'answerer.call_model',
      'ruter.call_model',
      "10:15 unknown action 'ruter.call_model'; did you mean 'router.call_model'?",
    ],
    ['answerer.call_model', 'gateway.start', "10:15 unknown action 'gateway.start'; known: gateway.finalize"],
    ['answerer.call_model', '[x]', '10:15 `action` must be the name of an action'],
    [
      'prompt: prompts',
      'promt: prompts',
      "11:7 unknown parameter 'promt' of answerer.call_model; did you mean 'prompt'?",
    ],
    ['prompt: prompts', 'promt: prompts', "9:11 the parameter 'prompt' of answerer.call_model is missing"],
    ['next: ask', 'top_k: 0\n      next: ask', "8:14 parameter 'top_k' must not be less than 1 (found '0')"],
    [
      'next: ask',
      'strict: yes\n      next: ask',
      "8:15 parameter 'strict' must be a boolean value (found 'yes')",
    ],
    [
      'action: finalize',
      'action: finalize\n      x: 1',
      "26:7 unknown parameter 'x' of gateway.finalize; it takes none",
    ],
  ])('%s → %s', (from, to, message) => {
    expect(change(from, to)).toContainEqual(expect.stringContaining(message));
  });

  it('accepts a bare name that one service owns, and the full name', () => {
    expect(change('action: finalize', 'action: gateway.finalize')).toEqual([]);
  });

  it('looks for the prompt of a step whose other parameters are wrong', () => {
    expect(change(/answer\.md\n {6}reply: answer_or_request/, 'answr.md\n      reply: [x]')).toEqual([
      "11:15 there is no prompt 'prompts/answr.md'; did you mean 'prompts/answer.md'?",
      `12:14 parameter 'reply' must be a string (found '["x"]')`,
    ]);
  });

  it('looks for a prompt that the step leaves to the action, and says so at the step', () => {
    class Repair {
      @IsString() repair_prompt = 'prompts/repair.md';
    }
    const repair = { service: 'answerer', name: 'repair', outcomes: ['ok'], params: Repair };
    expect(withAction(repair, LOOP.replace('action: finalize', 'action: repair'))).toEqual([
      expect.stringMatching(/^24:11 there is no prompt 'prompts\/repair\.md'/),
    ]);
  });
});

describe('transitions', () => {
  it.each([
    [
      'on_request: guard',
      'on_requst: guard',
      "18:7 'requst' is not an outcome of answerer.handle_prefix; did you mean 'request'?",
    ],
    [
      'on_request: guard',
      'on_requst: guard',
      "14:11 the step 'judge' has no transition for the outcome 'request' of answerer.handle_prefix",
    ],
    [
      '      on_request: guard\n      on_malformed: done\n',
      '',
      "the step 'judge' has no transition for the outcomes 'request', 'malformed'",
    ],
    [
      /(handle_prefix\n {6}reply: )answer_or_request/,
      '$1answer_or_reqest',
      "16:14 unknown reply protocol 'answer_or_reqest'; did you mean 'answer_or_request'?",
    ],
    [
      /(reply: )answer_or_request\n {6}next/,
      '$1nonsense_protocol\n      next',
      "12:14 unknown reply protocol 'nonsense_protocol'; known: answer_or_request, route",
    ],
    [
      /(handle_prefix\n) {6}reply: answer_or_request\n/,
      '$1',
      "14:11 the parameter 'reply' of answerer.handle_prefix is missing",
    ],
    [
      'end: true',
      'end: true\n      next: fetch',
      "27:7 the step 'done' says `end: true`, so it cannot have `next`",
    ],
    [
      'end: true',
      `end: true\n      on_${'x'.repeat(37)}: done`,
      `the step 'done' says \`end: true\`, so it cannot have \`on_${'x'.repeat(37)}\``,
    ],
    [
      'end: true',
      `end: true\n      on_${'x'.repeat(38)}: done`,
      `the step 'done' says \`end: true\`, so it cannot have \`on_${'x'.repeat(36)}…\``,
    ],
    ['end: true', 'end: perhaps', '26:12 `end` must be true or false'],
    ['      end: true\n', '', "24:11 the step 'done' has no transition"],
    ['      end: true\n', '', '2:3 the pipeline has no last step'],
    ['next: ask', 'next: asq', "8:13 there is no step 'asq'; did you mean 'ask'?"],
    ['next: ask', 'next: 5', '8:13 `next` must be the id of a step'],
    ['on_stop: done', 'on___proto__: done', "23:7 '__proto__' is not an outcome of loop-guard.loop_guard"],
  ])('%s → %s', (from, to, message) => {
    expect(change(from, to)).toContainEqual(expect.stringContaining(message));
  });

  it('reports once that the reply protocol is missing', () => {
    expect(change(/(handle_prefix\n) {6}reply: answer_or_request\n/, '$1')).toEqual([
      "14:11 the parameter 'reply' of answerer.handle_prefix is missing",
    ]);
  });

  it('uses `next` for every outcome without its own transition', () => {
    const loaded = load({
      ...LOOP_FILES,
      'loop/pipeline.yaml': LOOP.replace('on_malformed: done', 'next: done'),
    });
    expect(messagesOf(loaded)).toEqual([]);
    expect(loaded.pipelines[0]?.steps['judge']?.on).toEqual({
      answer: 'done',
      request: 'guard',
      malformed: 'done',
    });
  });

  it('takes the outcomes of a reply protocol from the protocol that the step names', () => {
    const problems = change(/(handle_prefix\n {6}reply: )answer_or_request/, '$1route');
    expect(problems).toContainEqual(
      expect.stringContaining("'answer' is not an outcome of answerer.handle_prefix"),
    );
    expect(problems).toContainEqual(
      expect.stringContaining("no transition for the outcomes 'search', 'direct'"),
    );
  });
});

describe('the graph of steps', () => {
  it('refuses a pipeline without steps', () => {
    expect(change(/ {2}steps:[^]*/, '  steps: []')).toContain('2:3 the pipeline has no steps');
  });

  it('refuses a guard that may loop forever, because it has no `stop`', () => {
    const sleepless = {
      service: 'loop-guard',
      name: 'sleepless',
      outcomes: ['again', 'ok'],
      params: class {},
    };
    const changed = LOOP.replace('action: loop_guard', 'action: sleepless').replace('on_stop', 'on_ok');
    expect(withAction(sleepless, changed)).toEqual([
      "20:11 loop-guard.sleepless has the outcome 'again' without 'stop', so it guards nothing",
    ]);
  });

  it('refuses a cycle that avoids the guard, and names its steps', () => {
    const problems = change('on_request: guard', 'on_request: fetch');
    expect(problems).toEqual([
      '6:11 the cycle fetch → ask → judge → fetch does not pass the `again` of a loop-guard step, so a turn could run forever',
      "warning 20:11 the step 'guard' cannot be reached from 'fetch'",
    ]);
  });

  it("refuses a cycle through a guard's `stop`", () => {
    expect(change('on_stop: done', 'on_stop: fetch')).toEqual([
      expect.stringContaining('the cycle fetch → ask → judge → guard → fetch does not pass the `again`'),
    ]);
  });

  it('refuses a step that leads to itself', () => {
    expect(change('on_malformed: done', 'on_malformed: judge')).toEqual([
      expect.stringContaining('14:11 the cycle judge → judge does not pass'),
    ]);
  });

  it('names each of several cycles, but no more than 20', () => {
    const rounds = (count: number) =>
      change(
        '    - id: fetch',
        Array.from({ length: count }, (_, n) => `    - {id: r${n}, action: finalize, next: r${n}}\n`).join(
          '',
        ) + '    - id: fetch',
      ).filter((problem) => problem.includes('the cycle'));
    expect(rounds(2)).toEqual([
      expect.stringContaining('the cycle r0 → r0 '),
      expect.stringContaining('the cycle r1 → r1 '),
    ]);
    expect(rounds(21)).toHaveLength(20);
  });

  it('warns of steps that cannot be reached, and loads the pipeline all the same', () => {
    const lonely = '    - id: lonely\n      action: finalize\n      next: done\n';
    const loaded = load({ ...LOOP_FILES, 'loop/pipeline.yaml': LOOP + lonely });
    expect(messagesOf(loaded)).toEqual(["warning 27:11 the step 'lonely' cannot be reached from 'fetch'"]);
    expect(loaded.pipelines).toHaveLength(1);
  });

  it('refuses steps from which no last step can be reached', () => {
    const round = '    - id: round\n      action: loop_guard\n      on_again: round\n      on_stop: round\n';
    const problems = change('    - id: fetch', `${round}    - id: fetch`);
    expect(problems).toContain("6:11 no last step (`end: true`) can be reached from the step 'round'");
    expect(problems).toContainEqual(expect.stringContaining('the cycle round → round'));
  });

  it('refuses a pipeline with more steps than it checks', () => {
    const many = Array.from(
      { length: 201 },
      (_, n) => `    - {id: s${n}, action: finalize, end: true}\n`,
    ).join('');
    expect(change('    - id: fetch', `${many}    - id: fetch`)).toEqual([
      '2:3 the pipeline has more than 200 steps',
    ]);
  });
});

describe('the budget', () => {
  it('adds up what the prompt uses and shows the sum', () => {
    const text = LOOP.replace('settings:', 'settings:\n    model_context_window: 10000');
    expect(messagesOf(load({ ...LOOP_FILES, 'loop/pipeline.yaml': text }))).toEqual([
      expect.stringMatching(
        /^12:15 the step 'ask' can exceed the model's window: (\d+) \(prompt template\) \+ 6000 \(max_context_tokens\) \+ 2000 \(max_question_tokens\) \+ 1500 \(max_output_tokens\) \+ 512 \(token_margin\) = 100\d\d tokens > 10000 \(model_context_window\)$/,
      ),
    ]);
  });

  it('does not count what the prompt does not use', () => {
    const text = LOOP.replace('settings:', 'settings:\n    model_context_window: 10000');
    const prompt = '--- system ---\n\n--- user ---\n{{ question }}\n{{ history }}';
    expect(messagesOf(load({ 'x/pipeline.yaml': text, 'x/prompts/answer.md': prompt }))).toEqual([]);
  });

  it('accepts an exact fit', () => {
    const at = (window: number) =>
      messagesOf(
        load({
          'x/pipeline.yaml': LOOP.replace('settings:', `settings:\n    model_context_window: ${window}`),
          'x/prompts/answer.md': '--- system ---\n\n--- user ---\nx {{ context }}',
        }),
      );
    const [problem = ''] = at(1000);
    const sum = Number(/= (\d+) tokens/.exec(problem)?.[1]);
    expect(at(sum)).toEqual([]);
    expect(at(sum - 1)).toHaveLength(1);
  });
});
