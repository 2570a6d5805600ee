import { someEvidence } from '@quarry/engine/testing';
import type { ClaimStatus } from '@quarry/turn';
import { withoutMeaning } from './by-meaning';
import { verdictsOf } from './verdicts-of';

type Case = readonly [status: ClaimStatus, sentence: string];

/** The rules of docs/pipelines.md, "What code compares": evidence, and sentences with the verdict of code. */
const RULES: Readonly<Record<string, { readonly evidence: string; readonly cases: readonly Case[] }>> = {
  names: {
    evidence: 'The warehouse in Oslo was closed by Ingrid Solberg after the flood.',
    cases: [
      ['supported', 'The warehouse in Oslo was closed by Ingrid Solberg [1].'],
      ['unsupported', 'The warehouse in Bergen was closed by Ingrid Solberg after the flood [1].'],
      ['unsupported', 'The warehouse in Oslo was closed by Jon Solberg after the flood [1].'],
    ],
  },
  negations: {
    evidence: 'The refund does not include shipping costs. Goods are replaced free of charge.',
    cases: [
      ['supported', 'The refund does not include shipping costs [1].'],
      ['contradicted', 'The refund includes shipping costs [1].'],
      ['contradicted', 'Goods are never replaced free of charge [1].'],
    ],
  },
  quantifiers: {
    evidence:
      'Most customers of the plan pay monthly. Some invoices are sent by mail. Backups can be restored.',
    cases: [
      ['supported', 'Most customers of the plan pay monthly [1].'],
      ['inferred', 'All customers of the plan pay monthly [1].'],
      ['inferred', 'Customers of the plan pay monthly [1].'],
      ['inferred', 'All invoices are sent by mail [1].'],
      ['inferred', 'Backups must be restored [1].'],
    ],
  },
  comparatives: {
    evidence:
      'The second index is faster than the first index. Revenue was higher in 2018 than in 2017. It allows at least 5 retries.',
    cases: [
      ['supported', 'The second index is faster than the first index [1].'],
      ['inferred', 'The first index is faster than the second index [1].'],
      ['inferred', 'The second index is slower than the first index [1].'],
      ['inferred', 'Revenue was higher in 2017 than in 2018 [1].'],
      ['inferred', 'It allows at most 5 retries [1].'],
      ['inferred', 'It allows more than 5 retries [1].'],
    ],
  },
  dates: {
    evidence:
      'The contract was signed on March 3, 2021 and ends on 31 December 2024. The report covers the third quarter of 2022.',
    cases: [
      ['supported', 'The contract was signed on 3 March 2021 [1].'],
      ['inferred', 'The contract was signed on 2021-03-03 [1].'],
      ['inferred', 'The contract was signed on March 3, 2022 [1].'],
      ['unsupported', 'The contract was signed on May 3, 2021 [1].'],
      ['unsupported', 'The contract was signed on March 13, 2021 [1].'],
      ['inferred', 'The contract ends on March 3, 2021 [1].'],
      ['inferred', 'The report covers the second quarter of 2022 [1].'],
    ],
  },
  versions: {
    evidence: 'Node.js 18.12.1 or later is required. Support for version 2.4 was removed in v3.0.0.',
    cases: [
      ['supported', 'Node.js 18.12.1 or later is required [1].'],
      ['inferred', 'Node.js 18.12.0 or later is required [1].'],
      ['inferred', 'Node.js 18.12 or later is required [1].'],
      ['inferred', 'Node.js 18.12.1 or earlier is required [1].'],
      ['contradicted', 'Support for version 2.5 was removed in v3.0.0 [1].'],
      ['inferred', 'Support for version 2.4 was removed in v3.1.0 [1].'],
    ],
  },
  'file paths': {
    evidence: 'The settings are read from config/app.yaml and written to /var/lib/quarry/state.db.',
    cases: [
      ['supported', 'The settings are read from `config/app.yaml` [1].'],
      ['unsupported', 'The settings are read from config/app.yml [1].'],
      ['unsupported', 'The settings are read from conf/app.yaml [1].'],
      ['inferred', 'The settings are read from /var/lib/quarry/state.db [1].'],
      ['supported', 'The settings are written to /var/lib/quarry/state.db [1].'],
    ],
  },
  'code identifiers': {
    evidence:
      'export class RetryQueue extends BaseQueue {\n  maxAttempts = 5;\n  async enqueue(job) { this.store.save(job); }\n}',
    cases: [
      ['supported', '`RetryQueue` extends `BaseQueue` [1].'],
      ['inferred', '`BaseQueue` extends `RetryQueue` [1].'],
      ['unsupported', '`RetryQueues` extends `BaseQueue` [1].'],
      ['contradicted', '`maxAttempts` is 6 [1].'],
      ['inferred', '`RetryQueue.enqueue` calls `store.save` [1].'],
      ['unsupported', '`RetryQueue.dequeue` calls `store.save` [1].'],
    ],
  },
  'what nothing compares': {
    evidence: 'The export runs every night at two.',
    cases: [['unchecked', 'Old tapes gather dust in attics [1].']],
  },
};

const cases = Object.entries(RULES).flatMap(([kind, rule]) =>
  rule.cases.map(([status, sentence]) => [kind, status, sentence, rule.evidence] as const),
);

it.each(cases)('%s: %s: %s', (kind, status, sentence, text) => {
  const path = kind === 'code identifiers' ? 'src/queue.ts' : 'a.md';
  const language = kind === 'code identifiers' ? { language: 'typescript' } : {};
  const evidence = [someEvidence(1, { text, path, ...language })];
  const [verdict] = withoutMeaning(verdictsOf(sentence, evidence));
  expect([verdict?.status, verdict?.why]).toEqual([status, expect.stringMatching(/\[1\]/)]);
});
