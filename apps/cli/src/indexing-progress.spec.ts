import { IndexingProgress } from './indexing-progress';
import type { Terminal } from './terminal';

it('says once that a language model is asked for summaries, and how to leave that out', () => {
  const said: string[] = [];
  const shown: string[] = [];
  const terminal: Pick<Terminal, 'err' | 'progress'> = {
    err: (text) => void said.push(text),
    progress: (line) => void shown.push(line),
  };
  const progress = new IndexingProgress(terminal as Terminal);
  progress.show({ phase: 'read', done: 1, total: 2 });
  expect(said).toEqual([]);
  progress.show({ phase: 'summaries', done: 1, total: 4 });
  progress.show({ phase: 'read', done: 2, total: 2 });
  progress.show({ phase: 'summaries', done: 2, total: 4 });
  expect(said).toEqual([expect.stringContaining('--summaries extractive asks no model') as string]);
  expect(shown.at(-1)).toBe('summarising the sections of a document: 2 of 4');
});
