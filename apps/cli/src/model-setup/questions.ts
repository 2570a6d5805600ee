import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { LineStreams } from '../chat/lines';

/** What a setup asks the user. */
export interface Questions {
  /** The answer to a question; null without an answer: the input is not a terminal, or it has ended. */
  ask(prompt: string): Promise<string | null>;
  /** The same for a secret: what is typed is not shown. */
  askSecret(prompt: string): Promise<string | null>;
}

export function questionsOf({ input, output }: LineStreams): Questions {
  const read = (prompt: string, shown: NodeJS.WritableStream): Promise<string | null> => {
    if (input.isTTY !== true) return Promise.resolve(null);
    output.write(prompt);
    // In terminal mode, the interface itself shows what is typed: on `shown`.
    const reader = createInterface({ input, output: shown, terminal: true, historySize: 0 });
    return new Promise((resolve) => {
      let line: string | null = null;
      reader.once('line', (text) => {
        line = text.trim();
        reader.close();
      });
      reader.once('close', () => {
        if (shown !== output) output.write('\n');
        resolve(line);
      });
    });
  };
  return {
    ask: (prompt) => read(prompt, output),
    askSecret: (prompt) => read(prompt, new Writable({ write: (_chunk, _encoding, done) => done() })),
  };
}
