import { readFileSync } from 'node:fs';
import type { DocumentLine, DocumentReader, Loaded } from '@quarry/documents';
import type { DocumentFormat } from '@quarry/turn';

/**
 * A reader for specs of the run around it: every line of the file is a line on page 1, and `# ` makes it a heading.
 * Records the files that it reads.
 */
export class ScriptedReader implements DocumentReader {
  readonly seen: string[] = [];
  closed = 0;
  /** Scripted results, by the end of the path; called before the file is read. */
  readonly instead = new Map<string, () => Loaded | undefined>();

  read(path: string, format: DocumentFormat): Promise<Loaded> {
    this.seen.push(path.slice(path.lastIndexOf('/') + 1));
    const [, say] = [...this.instead].find(([end]) => path.endsWith(end)) ?? [];
    return Promise.resolve(say?.() ?? this.document(path, format));
  }

  close(): Promise<void> {
    this.closed++;
    return Promise.resolve();
  }

  private document(path: string, format: DocumentFormat): Loaded {
    const lines = readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => !line.startsWith('%PDF'))
      .map((text, i): DocumentLine => {
        const layout = { page: 1, box: [72, 72 + 12 * i, 500, 84 + 12 * i] as const };
        return text.startsWith('# ')
          ? { text: text.slice(2), kind: 'heading', level: 1, layout }
          : { text, kind: 'text', layout };
      });
    return {
      kind: 'document',
      document: { format, lines, outline: [], pages: 1, remarks: ['page 2 is an image'] },
    };
  }
}
