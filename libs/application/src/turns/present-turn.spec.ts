import { aTurn } from '@quarry/engine/testing';
import type { StoredRow } from '@quarry/history-store';
import type { Answer, Search } from '@quarry/turn';
import { linksOf, presentTurn } from './present-turn';

const citation = { n: 1, path: 'a.ts', startLine: 1, endLine: 3, pass: 1 };
const answer: Answer = {
  english: 'Yes [1].',
  text: 'Ja [1].',
  citations: [citation],
  removedCitations: ['[9]'],
  writtenBy: 'a-model',
};
const search: Search = { pass: 1, mode: 'bm25', query: 'q', hits: 1, added: 1 };

describe('a turn as clients see it', () => {
  it('has status running, and no outcome or answer, while it runs', () => {
    const turn = presentTurn({ turn: aTurn(), v: 0, at: 'route', status: 'running' });
    expect(turn).toMatchObject({ status: 'running', outcome: null, reason: null, code: null, answer: null });
    expect(turn).toMatchObject({ citations: [], passes: 0 });
  });

  it('shows the end, the answer with its citations, and the number of passes', () => {
    const spent = { loops: 1, modelCalls: 3, inputTokens: 10, outputTokens: 5, cachedTokens: 4, calls: [] };
    const end = { outcome: 'failed', reason: 'no model', code: 'model_unavailable' } as const;
    const turn = aTurn({ answer, spent, end, searches: [search] });
    const ended = { endedAt: turn.askedAt + 1_234.4 };
    expect(presentTurn({ turn, v: 4, at: 'finalize', status: 'ended', ...ended })).toMatchObject({
      status: 'ended',
      ...end,
      endedAt: new Date(turn.askedAt + 1_234).toISOString(),
      durationMs: 1_234,
      answer: { text: 'Ja [1].', english: 'Yes [1].', writtenBy: 'a-model', removedCitations: ['[9]'] },
      citations: [citation],
      passes: 2,
      spent: { modelCalls: 3, inputTokens: 10, outputTokens: 5, cachedTokens: 4 },
    });
  });

  it('hides internal fields', () => {
    const text = JSON.stringify(
      presentTurn({ turn: aTurn({ tenant: 'acme-secret' }), v: 0, at: '', status: 'running' }),
    );
    expect(text).not.toContain('acme-secret');
  });

  it('invents nothing about a turn that only history remembers', () => {
    const row: StoredRow = {
      seq: 1,
      tenant: 'local',
      session: 's 1',
      turnId: 't1',
      pipeline: 'code@1',
      askedAt: Date.UTC(2026, 0, 2),
      question: { original: 'Q?', isEnglish: true, english: 'Q?' },
      answerEnglish: 'Yes [1].',
      answerText: 'Ja [1].',
      outcome: 'answered',
      citations: [citation],
    };
    expect(presentTurn(row)).toMatchObject({
      status: 'ended',
      outcome: 'answered',
      reason: null,
      passes: null,
      spent: null,
      askedAt: '2026-01-02T00:00:00.000Z',
      endedAt: null,
      durationMs: null,
      citations: [citation],
      answer: { text: 'Ja [1].', writtenBy: null },
      links: linksOf('t1', 's 1'),
    });
    const claims = [{ text: 'Yes [1].', cites: [1], status: 'contradicted', by: 'code', why: 'no' } as const];
    const stats = {
      ...{ passes: 1, gapsIdentified: 0, gapsResolved: 0, recalled: 0, modelCalls: 1 },
      ...{ inputTokens: 1, outputTokens: 1, ms: 1_500 },
    };
    expect(presentTurn({ ...row, claims, stats })).toMatchObject({
      ...{ claims, endedAt: '2026-01-02T00:00:01.500Z', durationMs: 1_500 },
    });
  });

  it('escapes names with special URL characters in links', () => {
    expect(linksOf('t1', 'a/b?c#d').session).toBe('/v1/sessions/a%2Fb%3Fc%23d');
  });
});
