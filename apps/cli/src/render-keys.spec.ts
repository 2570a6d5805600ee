import type { Immutable, KeyDto } from '@quarry/client';
import { renderKeys } from './render-keys';

const KEY: Immutable<KeyDto> = {
  id: 'k3Jx9QpL0aZb',
  name: 'billing',
  tenant: 'acme',
  role: 'reader',
  pipelines: null,
  repositories: null,
  clearance: { everything: false, groups: [], sensitivity: null },
  limits: { requestsPerMinute: null, tokensPerDay: null, costPerDay: null, turnsAtOnce: null },
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: null,
  revokedAt: null,
};
const NOW = Date.parse('2026-02-01T00:00:00Z');

describe('renderKeys', () => {
  it.each([
    [{}, 'active'],
    [{ expiresAt: '2026-03-01T00:00:00.000Z' }, 'until 2026-03-01'],
    [{ expiresAt: '2026-01-15T00:00:00.000Z' }, 'expired 2026-01-15'],
    [{ expiresAt: '2026-03-01T00:00:00.000Z', revokedAt: '2026-01-20T00:00:00.000Z' }, 'revoked 2026-01-20'],
  ])('shows %j as %s', (change, state) => {
    expect(renderKeys([{ ...KEY, ...change }], NOW)).toBe(
      `k3Jx9QpL0aZb  ${state.padEnd(18)}  acme  reader  billing\n`,
    );
  });

  it('shows the restrictions of a key on a separate line', () => {
    const limits = { requestsPerMinute: 60, tokensPerDay: 1_000, costPerDay: 0.5, turnsAtOnce: 5 };
    const narrow = { ...KEY, name: 'a\nb\u001b[31m', pipelines: ['code'], repositories: ['shop'], limits };
    const [head, line, rest] = renderKeys([narrow], NOW).split('\n');
    expect(head).not.toContain('\u001b');
    expect(line?.trim()).toBe(
      'pipelines code · repositories shop · 60 requests per minute · 1000 tokens per day · cost 0.5 per day · 5 turns at once',
    );
    expect(rest).toBe('');
  });
});
