import type { DocumentLine, Loader } from '../document';
import { decodeText } from '../delimited/decode-text';
import { loadedLines } from '../html/html-text';
import { textLines } from '../markdown/text-lines';
import { counted, picturesLeftOut } from '../remarks/left-out';
import { outputLines } from './output-lines';
import { readNotebook, type Notebook, type NotebookCell } from './read-notebook';

/**
 * Loads Jupyter notebooks: the headings and text of Markdown cells, code in fences with its language, and what it
 * printed. Lines know the number of their cell. Nothing is run.
 */
export const loadIpynb: Loader = (bytes) => {
  const notebook = readNotebook(decodeText(bytes).text);
  if (!notebook)
    return Promise.resolve({
      kind: 'refused',
      refusal: 'damaged',
      reason: 'The file is not a notebook: it has no cells, or is no valid JSON.',
    });
  const reader = new NotebookReader(notebook);
  return Promise.resolve(
    loadedLines(
      { format: 'ipynb', title: notebook.title, pages: null, remarks: reader.remarks() },
      reader.lines,
    ),
  );
};

class NotebookReader {
  readonly lines: DocumentLine[] = [];
  private pictures = 0;
  private cut = 0;
  private damaged = 0;

  constructor(private readonly notebook: Notebook) {
    notebook.cells.forEach((cell, i) => {
      if (cell) this.add(cell, { part: `cell ${i + 1}` });
      else this.damaged++;
    });
  }

  remarks(): string[] {
    const { pictures, cut, damaged } = this;
    return [
      ...picturesLeftOut(pictures),
      ...(cut > 0 ? [`${counted(cut, 'line')} of long outputs ${cut === 1 ? 'was' : 'were'} not read`] : []),
      ...(damaged > 0 ? [`${counted(damaged, 'cell')} ${damaged === 1 ? 'is' : 'are'} damaged`] : []),
    ];
  }

  private add(cell: NotebookCell, layout: DocumentLine['layout']): void {
    const source = cell.source ?? cell.input ?? '';
    if (cell.cell_type === 'markdown')
      this.lines.push(...textLines(source, 'markdown').map((line) => ({ ...line, layout })));
    else if (cell.cell_type === 'heading')
      this.lines.push({ text: source.trim(), kind: 'heading', level: cell.level ?? 1, layout });
    else if (cell.cell_type === 'code') this.addCode(cell, source, layout);
    else this.addText(source, layout);
    // A blank line ends the paragraph of a cell.
    if (this.lines.at(-1)?.text !== '') this.addText('\n', layout);
  }

  private addCode(
    { language, outputs = [] }: NotebookCell,
    source: string,
    layout: DocumentLine['layout'],
  ): void {
    if (source.trim() !== '')
      this.addText(`\`\`\`${language ?? this.notebook.language ?? ''}\n${source}\n\`\`\``, layout);
    let isFirst = true;
    for (const output of outputs) {
      const { lines, cut, pictures } = outputLines(output, layout);
      this.pictures += pictures;
      this.cut += cut;
      if (lines.length === 0) continue;
      if (isFirst) this.addText('Output:', layout);
      isFirst = false;
      this.lines.push(...lines);
      if (cut > 0) this.addText(`… ${counted(cut, 'more line')}`, layout);
    }
  }

  private addText(text: string, layout: DocumentLine['layout']): void {
    for (const line of text.replace(/\r?\n$/, '').split(/\r?\n/))
      this.lines.push({ text: line, kind: 'text', layout });
  }
}
