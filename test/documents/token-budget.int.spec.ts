import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordedRequest, ScriptedReply } from '../scripted-model/server';
import { asks, DocumentAsker } from './asked';

const SECTIONS = 80;
/** 001: fewer tokens for an answer. */
const MOST = 25_000;

/** A document whose sections fill a page of `fetch_section` each. */
function longDocument(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-long-'));
  const parts = Array.from({ length: SECTIONS }, (_, n) => {
    const lines = Array.from(
      { length: 60 },
      (_line, i) => `In month ${i}, the plant ${n} used ${n * i} tons of ore.`,
    );
    return `## Plant ${n}\n\n${lines.join('\n')}\n`;
  });
  writeFileSync(join(folder, 'plants.md'), `# Plants\n\n${parts.join('\n')}`);
  return folder;
}

/** A model that reads as much as it may, reports a value, and always needs another one. */
function insatiable(): (request: RecordedRequest) => ScriptedReply {
  let plant = 0;
  let judged = 0;
  const read = () => {
    plant = (plant + 1) % SECTIONS;
    return {
      id: `c${plant}`,
      name: 'fetch_section',
      arguments: JSON.stringify({ id: `plants.md#plant-${plant}` }),
    };
  };
  return (request) => {
    switch (asks(request)) {
      case 'extract':
        return { text: '', calls: [read(), read(), read(), read()] };
      case 'extract_finally':
        return {
          text: `{"findings": [{"label": "ore_${plant}", "value": ${plant * 7}, "section": "plants.md#plant-${plant}"}]}`,
        };
      case 'judge':
        judged += 1;
        return { text: `{"status": "needs", "needs": "ore of plant ${70 + judged} in month ${judged}"}` };
      default:
        return { text: '{"claims": []}' };
    }
  };
}

/** Tokens of all calls of a turn about a long document, by a model that never has enough. */
async function spent(folder: string, settings: object): Promise<{ tokens: number; answered: boolean }> {
  const asker = await DocumentAsker.open(folder, settings);
  try {
    const { turn } = await asker.ask('How much ore did all plants use?', insatiable());
    const { inputTokens = 0, outputTokens = 0 } = turn.spent ?? {};
    return { tokens: inputTokens + outputTokens, answered: turn.answer !== null };
  } finally {
    await asker.close();
  }
}

describe('the token budget of an extraction (001, fewer than 25,000 tokens for an answer)', () => {
  const folder = longDocument();
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('holds without a budget in the question, also for a model that never has enough, and there is an answer', async () => {
    const { tokens, answered } = await spent(folder, {});
    expect(tokens).toBeGreaterThan(MOST / 2);
    expect(tokens).toBeLessThan(MOST);
    expect(answered).toBe(true);
  });

  it('is what holds it: without one, the same turn takes more', async () => {
    expect((await spent(folder, { max_turn_tokens: 0 })).tokens).toBeGreaterThan(MOST);
  });
});
