import { findProtocol } from '@quarry/protocol';
import { countTokens, type Evidence } from '@quarry/turn';
import { answerReply } from './answer.task';
import { evidence, inputs } from './testing/evidence';

/** Eight functions that share words with the question, each with a body of 30 lines and a comment. */
const functions = Array.from({ length: 8 }, (_, at): Evidence =>
  evidence(
    at + 1,
    `src/lease${at}.ts`,
    [
      `/** Renews lease ${at} of a worker. See the worker. */`,
      `export function renewLease${at}(worker) {`,
      ...Array.from({ length: 28 }, (_, line) => `  lease(worker, ${line});`),
      '}',
    ].join('\n'),
    { symbol: `renewLease${at}`, language: 'typescript', startLine: 10 },
  ),
);

function answerTo(question: string, found: readonly Evidence[], most = 3_000): string {
  const parsed = findProtocol('answer')!.parse(
    answerReply(inputs({ question, evidence: found, pass: 3 }), most),
  );
  if (!parsed.ok || parsed.verdict.kind !== 'answer') throw new Error('not an answer');
  return parsed.verdict.text;
}

const listedIn = (text: string): readonly string[] => (text.split('\nAlso found:\n')[1] ?? '').split('\n');

describe('below the passages of an answer about behavior', () => {
  const question = 'How is the lease of a worker renewed?';

  it('stand the definitions that none of them quotes, with their place and the first sentence of their comment', () => {
    const text = answerTo(question, functions);
    const quoted = [...text.matchAll(/^`src\/lease(\d)\.ts`, lines/gm)].map(([, at]) => at);
    const listed = listedIn(text);
    expect(quoted.length).toBeGreaterThan(2);
    expect(listed).toHaveLength(8 - quoted.length);
    for (const at of quoted) expect(listed.join('\n')).not.toContain(`renewLease${at}`);
    expect(listed[0]).toMatch(
      /^- `renewLease(\d)`, `src\/lease\1\.ts`, lines 10–40: Renews lease \1 of a worker\.$/,
    );
  });

  it('stands nothing if the passages show everything, or the question asks for a definition', () => {
    expect(answerTo(question, functions.slice(0, 2))).not.toContain('Also found');
    expect(answerTo('What is renewLease3?', functions)).not.toContain('Also found');
  });

  it('stand no tests and no pages, and a part of a long definition without its comment', () => {
    const others = [
      evidence(9, 'test/lease.test.ts', 'export function testLease(worker) {\n  renew(lease, worker);\n}', {
        ...{ symbol: 'testLease', language: 'typescript' },
      }),
      evidence(10, 'docs/lease.md', '# Lease\n\nThe lease of a worker.', {
        language: 'markdown',
        symbol: 'lease',
      }),
      evidence(11, 'src/lease0.ts', '  lease(worker, 90);\n  renew(lease, worker);', {
        ...{ symbol: 'renewLease0', language: 'typescript', startLine: 90 },
      }),
    ];
    const listed = listedIn(answerTo(question, [...functions, ...others]));
    expect(listed).toContain('- `renewLease0`, `src/lease0.ts`, lines 90–91');
    expect(listed.join('\n')).not.toMatch(/testLease|docs\//);
  });

  it('leave the answer within its limit', () => {
    for (const most of [200, 500, 900, 1_500]) {
      const reply = answerReply(inputs({ question, evidence: functions, pass: 3 }), most);
      expect(countTokens(reply)).toBeLessThanOrEqual(most);
    }
  });
});
