import { kindFile, loadedBy, refusalBy, shownLines } from '../testing/loading';
import { loadIpynb } from './load-ipynb';

describe('loadIpynb', () => {
  it('reads text, code with its language, and bounded outputs, by cell', async () => {
    const document = await loadedBy(loadIpynb, kindFile('ranges.ipynb'));
    expect(document.remarks).toEqual([
      '1 picture without a description was not read',
      '440 lines of long outputs were not read',
    ]);
    const lines = shownLines(document);
    expect(lines.slice(0, 17)).toEqual([
      'cell 1 · # # Tidal ranges',
      'cell 1 · ',
      'cell 1 · We compare *two* ports.',
      'cell 1 · ',
      'cell 2 · ```python',
      'cell 2 · import pandas as pd',
      "cell 2 · ports = pd.read_csv('ports.csv')",
      'cell 2 · ports',
      'cell 2 · ```',
      'cell 2 · Output:',
      'cell 2 · ||  | port | range',
      'cell 2 · | 0 | Vellamo | 4.35',
      'cell 2 · ',
      'cell 3 · ## ## Result',
      'cell 3 · ',
      'cell 3 · Vellamo has the larger range.',
      'cell 3 · ',
    ]);
    expect(lines).toContain('cell 5 · ZeroDivisionError: division by zero');
    expect(lines.slice(-3)).toEqual(['cell 6 · 59', 'cell 6 · … 440 more lines', 'cell 6 · ']);
  });

  it('reads notebooks of version 3', async () => {
    const lines = shownLines(await loadedBy(loadIpynb, kindFile('test3.ipynb')));
    expect(lines[0]).toBe('cell 1 · # nbconvert latex test');
    expect(lines).toContain('cell 4 · print("hello")');
    expect(lines).toContain('cell 4 · hello');
    expect(lines.join()).not.toContain('IPython.core.display.Image');
  });

  it('reads the other cells if one is damaged, and refuses what is no notebook', async () => {
    const cells = [
      null,
      { cell_type: 'code', source: ['a = 1\n', 'b'], outputs: [7] },
      { cell_type: 'raw', source: 'r' },
    ];
    const document = await loadedBy(loadIpynb, new TextEncoder().encode(JSON.stringify({ cells })));
    expect(shownLines(document).filter((line) => !line.endsWith('· '))).toEqual([
      'cell 2 · ```',
      'cell 2 · a = 1',
      'cell 2 · b',
      'cell 2 · ```',
      'cell 3 · r',
    ]);
    expect(document.remarks).toEqual(['1 cell is damaged']);
    for (const other of ['{"cells": 1}', '[]', 'no JSON', '{}', `${'['.repeat(100_000)}`])
      expect(await refusalBy(loadIpynb, other)).toMatch(/^damaged: The file is not a notebook/);
  });

  it('is bounded: outputs of long lines, of HTML that nests, of terminal control', async () => {
    const outputs = [
      { output_type: 'stream', text: `\u001b[31mred\u001b[0m ${'x'.repeat(1e6)}` },
      {
        output_type: 'execute_result',
        data: { 'text/html': `${'<div>'.repeat(9_000)}<table>`, 'text/plain': 'p' },
      },
    ];
    const cells = [{ cell_type: 'code', source: 'y', outputs }];
    const { lines } = await loadedBy(loadIpynb, new TextEncoder().encode(JSON.stringify({ cells })));
    const [line] = lines.filter(({ text }) => text.startsWith('red'));
    expect(line?.text).toHaveLength(500);
    expect(lines.at(-2)?.text).toBe('p');
  });
});
