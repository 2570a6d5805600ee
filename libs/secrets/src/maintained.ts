import { lintSource } from '@secretlint/core';
import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import { isExample } from './example';
import type { Span } from './secret';

type Config = Parameters<typeof lintSource>[0]['options']['config'];

const PREFIX = '@secretlint/secretlint-rule-';

/**
 * Excluded rules of the set, with the reason. The first two mark whole URLs and, in real code bases, hardly anything
 * but examples; the third reads comments, but Quarry has one way to allow a value for all rules.
 */
const UNUSED: ReadonlySet<string> = new Set(
  ['basicauth', 'database-connection-string', 'filter-comments'].map((name) => PREFIX + name),
);

/** Messages that do not concern secrets. */
const HARMLESS: ReadonlySet<string> = new Set(['AWSAccountID']);

/** No rule of the set finds anything in a text without any of these. A test checks each rule. */
const HINTS =
  /AKIA|ASIA|A3T|AGPA|AIDA|AROA|AIPA|ANPA|ANVA|aws_?secret|secret_?access_?key|PRIVATE KEY|private_key|npm_|_authToken|x-oauth-basic|xox[a-z]-|xapp-|hooks\.slack|sk-|gsk_|hf_|lin_api|ntn_|SG\.|shp(?:pa|ca|at|ss)_|sk_|rk_|gh[a-z]_|github_pat|glpat|gl[cs]a?_|ops_|hv[sbr]\.|vc[piark]_|dapi|dckr|figd|cf(?:k|ut|at)_|tskey/i;

const CONFIG: Config = {
  rules: rules
    .filter(({ meta }) => !UNUSED.has(meta.id))
    .map((rule) => ({ id: rule.meta.id, rule, options: {} })),
};

/**
 * The rule for tokens of GitHub apps looks 10,000 characters ahead of every `ghs_`: a text full of these would take
 * minutes.
 */
const GITHUB = `${PREFIX}github`;
const MOST_STARTS = 500;
const WITHOUT_GITHUB: Config = { rules: CONFIG.rules.filter(({ id }) => id !== GITHUB) };

/** Ids of the maintained rules that Quarry uses. */
export const MAINTAINED: readonly string[] = CONFIG.rules.map(({ id }) => id);

/** Secrets found by the rules that secretlint maintains. They read the text only: none opens a file. */
export async function scanMaintained(text: string, path: string): Promise<readonly Span[]> {
  if (!HINTS.test(text)) return [];
  const dot = path.lastIndexOf('.');
  const { messages } = await lintSource({
    source: { content: text, filePath: path, ext: dot < 0 ? '' : path.slice(dot), contentType: 'text' },
    options: {
      config: text.split('ghs_', MOST_STARTS).length < MOST_STARTS ? CONFIG : WITHOUT_GITHUB,
      noPhysicFilePath: true,
    },
  });
  return messages
    .filter(({ messageId }) => !HARMLESS.has(messageId))
    .map(({ messageId, range: [start, end] }) => ({ kind: kindOf(messageId), start, end }))
    .filter(({ start, end }) => !isExample(text.slice(start, end)));
}

/** `GITHUB_TOKEN` and `AWSAccessKeyID` in kebab case. */
function kindOf(messageId: string): string {
  return messageId
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();
}
