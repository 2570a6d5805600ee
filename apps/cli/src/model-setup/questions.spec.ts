import { PassThrough } from 'node:stream';
import { questionsOf } from './questions';

/** A terminal at which a user types. */
function terminal(isTTY = true) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = new PassThrough();
  let shown = '';
  output.on('data', (bytes: Buffer) => (shown += bytes.toString()));
  return { input, questions: questionsOf({ input, output }), shown: () => shown };
}

describe('questions of a setup', () => {
  it('shows what is typed, but not a secret', async () => {
    const { input, questions, shown } = terminal();
    const name = questions.ask('Which? ');
    input.write('qwen\n');
    expect(await name).toBe('qwen');
    const key = questions.askSecret('Key: ');
    input.write('sesame\n');
    expect(await key).toBe('sesame');
    expect(shown()).toContain('qwen');
    expect(shown()).toContain('Key: ');
    expect(shown()).not.toContain('sesame');
  });

  it('asks nothing where the input is not a terminal, and gives up at its end', async () => {
    expect(await terminal(false).questions.askSecret('Key: ')).toBeNull();
    const { input, questions } = terminal();
    const key = questions.askSecret('Key: ');
    input.end();
    expect(await key).toBeNull();
  });
});
