import { aTurn, someEvidence } from '@quarry/engine/testing';
import type { SentPrompt, Turn, TurnEvent, TurnEventBody } from '@quarry/turn';
import { differenceOf, type ReplayedTurn } from './difference';
import type { TurnRecord } from './replay';
import { stepsOf } from './steps';

/** Events as hops emit them: each list is one hop. */
function log(...hops: readonly (readonly TurnEventBody[])[]): TurnEvent[] {
  return hops.flatMap((bodies, version) =>
    bodies.map((body, at) => ({
      id: `${2_000_000_000 + version}-${version * 1_000_000_000 + 1_000_000 + at}`,
      at,
      body,
    })),
  );
}

const finished = (step: string, outcome = 'ok', note = ''): TurnEventBody => ({
  ...{ type: 'step.finished', service: 'one', step, action: step, outcome },
  ...{ ms: 1, inputTokens: 0, outputTokens: 0, note },
});
const replied = (step: string, promptHash: string, text = 'yes'): TurnEventBody => ({
  ...{ type: 'model.replied', step, prompt: 'p.md', promptHash, model: 'm', text },
});
const searched = (relevance: number): TurnEventBody => ({
  ...{ type: 'search.made', pass: 1, mode: 'bm25', query: 'tax', index: 'r@s' },
  hits: [{ id: 'a.ts#L1-L3', relevance }],
});
const found: TurnEventBody = {
  ...{ type: 'evidence.found', pass: 1 },
  items: [{ n: 1, path: 'src/1.ts', startLine: 1, endLine: 3, foundBy: 'bm25' }],
};
const sent = (hash: string, content: string): SentPrompt => ({
  ...{ step: 'write', prompt: 'p.md', hash, at: 1, messages: [{ role: 'system', content }] },
});
const answered = (text: string): Partial<Turn> => ({
  evidence: [someEvidence(1)],
  answer: { english: text, text, citations: [], removedCitations: [], writtenBy: 'm' },
  end: { outcome: 'answered', reason: 'done' },
});

const HOPS = [
  [searched(0.5), finished('fetch'), found],
  [replied('write', 'h1'), finished('write')],
];

function record(change: Partial<Turn> = {}, ...hops: readonly (readonly TurnEventBody[])[]): TurnRecord {
  const turn = aTurn({ ...answered('Yes [1].'), ...change });
  return {
    turn,
    events: log(...(hops.length > 0 ? hops : HOPS)),
    prompts: [sent('h1', 'Answer.\nBe brief.')],
  };
}

function replay(...args: Parameters<typeof record>): ReplayedTurn {
  return { ...record(...args), stoppedAt: null };
}

describe('the first difference of a replay', () => {
  it('is null if only the times differ', () => {
    expect(differenceOf(record(), replay())).toBeNull();
  });

  it('is a prompt, with the line that differs', () => {
    const other = replay({}, HOPS[0] ?? [], [replied('write', 'h2'), finished('write')]);
    const prompts = [sent('h2', 'Answer.\nBe long.')];
    expect(differenceOf(record(), { ...other, prompts })).toEqual({
      ...{ at: 2, step: 'write', pass: 1, what: 'prompt' },
      ...{ recorded: 'line 2: Be brief.', cameOut: 'line 2: Be long.' },
    });
    expect(differenceOf({ ...record(), prompts: [] }, other)).toMatchObject({ recorded: 'hash h1' });
  });

  it('is a search, with the hit that differs', () => {
    const other = replay({}, [searched(0.25), finished('fetch'), found], HOPS[1] ?? []);
    expect(differenceOf(record(), other)).toEqual({
      ...{ at: 1, step: 'fetch', pass: 1, what: 'search' },
      ...{ recorded: 'line 2: a.ts#L1-L3 (0.5000)', cameOut: 'line 2: a.ts#L1-L3 (0.2500)' },
    });
  });

  it('is a route: another outcome, another step, or an additional step', () => {
    const outcome = replay({}, [searched(0.5), finished('fetch', 'nothing_found', 'none')]);
    expect(differenceOf(record(), outcome)).toMatchObject({ what: 'route', cameOut: 'nothing_found (none)' });
    const step = replay({}, HOPS[0] ?? [], [finished('guard')]);
    expect(differenceOf(record(), step)).toMatchObject({ at: 2, recorded: 'write', cameOut: 'guard' });
    const more = { ...replay(), stoppedAt: { step: 'guard', why: 'The record ends.' } };
    expect(differenceOf(record(), more)).toMatchObject({ what: 'route', cameOut: 'continues with guard' });
  });

  it('is evidence: the same place with another text, at the step that found it', () => {
    const other = replay({ evidence: [someEvidence(1, { text: 'other' })] });
    expect(differenceOf(record(), other)).toMatchObject({ at: 1, step: 'fetch', what: 'evidence' });
  });

  it('is the answer, or the end', () => {
    expect(differenceOf(record(), replay(answered('No [1].')))).toMatchObject({
      ...{ what: 'answer', recorded: 'Yes [1].', cameOut: 'No [1].' },
    });
    const partial = replay({ end: { outcome: 'partial', reason: 'done' } });
    expect(differenceOf(record(), partial)).toMatchObject({ what: 'end', cameOut: 'partial: done' });
  });

  it('is searched only as far as the record goes', () => {
    expect(differenceOf(record(), replay(answered('No.')), 2)).toBeNull();
  });
});

describe('the steps of a log', () => {
  it('count once if a hop was interrupted and repeated', () => {
    const [first = [], second = []] = HOPS;
    const lost = [
      replied('write', 'lost'),
      finished('write'),
      replied('check', 'lost too'),
      { type: 'reset' } as const,
    ];
    const steps = stepsOf(log(first, [...lost, ...second]));
    expect(steps.map(({ step }) => step)).toEqual(['fetch', 'write']);
    expect(steps[1]?.replies.map(({ promptHash }) => promptHash)).toEqual(['h1']);
  });

  it('have the tokens of their calls, reply by reply', () => {
    const call = (step: string, inputTokens: number) => ({
      step,
      model: 'm',
      inputTokens,
      outputTokens: 1,
      cost: null,
    });
    const hop = [replied('a', 'h'), finished('a'), replied('b', 'h'), replied('b', 'h'), finished('b')];
    const steps = stepsOf(log(hop), [call('a', 1), call('b', 2), call('b', 3)]);
    expect(steps.flatMap(({ replies }) => replies.map(({ usage }) => usage?.inputTokens))).toEqual([1, 2, 3]);
  });
});
