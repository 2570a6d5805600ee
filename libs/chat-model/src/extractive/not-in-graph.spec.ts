import { GRAPH_LOOKUP } from '@quarry/turn';
import { answerReply } from './answer.task';
import { evidence, inputs } from './testing/evidence';

/** The answer to a question about structure whose name is in a passage of this file, but not in the code graph. */
function answerOver(path: string, occurs = true): string {
  const text = 'fun readLine(): String\n// readLine reads a whole line';
  const name = 'Buffer.readLine';
  return answerReply(
    inputs({
      question: `Who calls ${name}?`,
      evidence: [evidence(1, path, text, { language: 'text' })],
      misses: [{ pass: 1, text: name, why: 'no definition', where: [GRAPH_LOOKUP] }],
      coverage: {
        ...{ chunks: 90, together: 1, terms: 1, absent: [], minAnswerable: 0 },
        names: [{ name, kind: 'code', occurs, near: [] }],
      },
      stopped: true,
    }),
    2_000,
  );
}

describe('an answer to a question about structure that the code graph cannot answer', () => {
  it('says first that the passages are no list, and why', () => {
    expect(answerOver('Buffer.kt')).toMatch(
      /^\[Answer:\] The code graph has no definition named `Buffer\.readLine`: it does not read Kotlin\. The passages mention the name; they are no complete list\.\n\nNo language model wrote/,
    );
  });

  it('names no language that it reads', () => {
    expect(answerOver('Buffer.java')).toContain('no definition named `Buffer.readLine`. The passages');
  });

  it('says once that a name occurs nowhere', () => {
    expect(answerOver('Buffer.kt', false)).not.toContain('code graph');
  });
});
