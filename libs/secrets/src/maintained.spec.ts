import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import { MAINTAINED, scanMaintained } from './maintained';
import { samples } from './testing/samples';

/** Rules of the set whose secrets are found by other means, or that find none. */
const ELSEWHERE = ['basicauth', 'database-connection-string', 'filter-comments'];

describe('the maintained rules', () => {
  it('are all of the set but three: a rule that an update adds is reviewed', () => {
    const ids = rules.map(({ meta }) => meta.id);
    expect(ids.length).toBe(28);
    expect(
      ids
        .filter((id) => !MAINTAINED.includes(id))
        .map((id) => id.split('-rule-')[1])
        .sort(),
    ).toEqual(ELSEWHERE);
  });

  it('find their kinds, despite the check that skips other texts', async () => {
    const kinds = new Set<string>();
    for (const { value, path = 'a.ts', text } of samples())
      for (const { kind } of await scanMaintained(text?.(value) ?? `key('${value}')`, path)) kinds.add(kind);
    const expected = [
      ...['anthropic-api-key', 'cloudflare-user-api-token', 'databricks-personal-access-token'],
      ...[
        'docker-personal-access-token',
        'figma-personal-access-token',
        'github-token',
        'gitlab-personal-access-token',
      ],
      ...[
        'grafana-service-account-token',
        'groq-api-key',
        'hashicorp-vault-service-token',
        'linear-api-token',
      ],
      ...[
        'huggingface-user-access-token',
        'incoming-webhook',
        'notion-integration-token',
        'npm-access-token',
      ],
      ...['openai-token', 'sendgrid-key', 'shopify-key', 'slack-token', 'stripe-secret-key-live'],
      ...['tailscale-auth-key', 'vercel-personal-access-token'],
    ];
    expect(expected.filter((kind) => !kinds.has(kind))).toEqual([]);
  });
});
