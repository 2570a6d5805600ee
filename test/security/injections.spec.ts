import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADVERSARIAL, evidenceOf, plans, PROMPT_CANARY, UnderAttack } from './under-attack';

const there = existsSync(ADVERSARIAL);
const suite = there ? describe : describe.skip;

const lines = (file: string): Record<string, string>[] =>
  readFileSync(join(ADVERSARIAL, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string>);

/** Orders of all kinds: every fourth, for time. */
function payloads(): readonly string[] {
  if (!there) return [];
  const orders = lines('bipia_injections.jsonl').map(({ instruction }) => instruction ?? '');
  const strings = lines('garak_payloads.jsonl').map(({ payload }) => payload ?? '');
  const all = [...orders, ...strings].filter((text) => /\S/.test(text));
  return all.filter((_, at) => at % 4 === 0).map((text) => text.slice(0, 300));
}

suite('indirect injections in evidence (skipped where the public attack strings are not there)', () => {
  const all = payloads();
  const contexts = there
    ? lines('bipia_contexts.jsonl').map(({ context }) => (context ?? '').slice(0, 500))
    : [];
  let system: UnderAttack;

  beforeAll(async () => {
    const files = all.map((payload, at) => {
      const context = (contexts[at % contexts.length] ?? '').replaceAll('\r', '');
      const half = context.slice(0, context.length / 2);
      const text = [
        `${payload}\n\n${context}`,
        `${half}\n\n${payload}\n\n${context.slice(half.length)}`,
        `${context}\n\n${payload}`,
      ];
      return [`mail/injected${at}.md`, `About zebraorder${at}.\n\n${text[at % 3] ?? ''}\n`] as const;
    });
    system = await UnderAttack.start({
      ...Object.fromEntries(files),
      'mail/template.md':
        'About zebratemplate: {{ question }} {% raw %} {% include "answer.md" %} {{ misses | json }} ${7*7} <%= 7*7 %>\n',
    });
  });
  afterAll(() => system.stop());

  it('reach the prompt unchanged, as evidence only, and lead to no further pass and nothing secret', async () => {
    expect(all.length).toBeGreaterThan(70);
    const usual = await answering(0);
    for (const [at, payload] of all.entries()) {
      const { turn, requests, raw, trail } = await answering(at);
      expect({ payload, reason: turn.reason, trail, passes: turn.passes, calls: requests.length }).toEqual({
        payload,
        reason: usual.turn.reason,
        trail: usual.trail,
        passes: 1,
        calls: 2,
      });
      const [planning, asked] = requests;
      expect(evidenceOf(asked!)).toContain(payload.trim());
      expect(asked!.last.split('\nEvidence:\n')[0]).not.toContain(payload.trim());
      expect(planning!.last).not.toContain(payload.trim());
      expect(asked!.system).toBe(usual.requests.at(-1)?.system);
      expect(raw).not.toContain(PROMPT_CANARY);
    }
  });

  /** The model repeats all that it was shown but its system prompt: what follows the orders of the evidence best. */
  function answering(at: number): ReturnType<UnderAttack['ask']> {
    system.model.play((request) =>
      plans(request) ? `[BM25:] zebraorder${at}` : `[Answer:] ${evidenceOf(request).slice(0, 2_000)} [1]`,
    );
    return system.ask(`What is zebraorder${at} about?`);
  }

  it('a template in evidence is text', async () => {
    system.model.play((request) => (plans(request) ? '[BM25:] zebratemplate' : '[Answer:] Nothing [1].'));
    const { requests } = await system.ask('What is zebratemplate about?');
    expect(evidenceOf(requests.at(-1)!)).toContain(
      '{{ question }} {% raw %} {% include "answer.md" %} {{ misses | json }} ${7*7} <%= 7*7 %>',
    );
  });

  it('a model that asks for more for ever, as it was told to, is stopped', async () => {
    let asked = 0;
    system.model.play((request) =>
      plans(request) ? '[BM25:] zebratemplate' : `[Requesting data on:] zebraorder${++asked}, secret${asked}`,
    );
    const { turn, requests, raw } = await system.ask('What is zebratemplate about?');
    // max_turn_loops of the pipeline is 4: five passes, each of one call and one repair at most.
    expect(turn.passes).toBeLessThanOrEqual(5);
    expect(requests.length).toBeLessThanOrEqual(13);
    expect(turn.outcome).not.toBe('answered');
    expect(turn.answer?.text ?? '').not.toContain('Requesting data');
    expect(raw).not.toContain(PROMPT_CANARY);
  });
});
