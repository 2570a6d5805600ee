import { tablesOf, type DocumentLine } from '@quarry/documents';
import { countTokens } from '@quarry/turn';
import type { WindowTable } from './windows';

/** A caption and head of more tokens is cut: the rows must have room in a chunk. */
const MOST_TOKENS = 192;

/** The tables of a text, and the lines above them that their rows need. */
export class TableContext {
  readonly tables: readonly WindowTable[];

  constructor(
    private readonly lines: readonly Pick<DocumentLine, 'text' | 'kind' | 'head' | 'bold' | 'layout'>[],
  ) {
    this.tables = tablesOf(lines).map((table) => ({
      ...table,
      headTokens: countTokens(this.head(table, table.headEnd + 1) ?? ''),
    }));
  }

  /**
   * Caption, unit and head rows of the table whose rows begin a chunk, as far as they are above it; undefined if the
   * line is in no table, or nothing is above it.
   * @param line first line of the chunk, from 1
   */
  headAt(line: number): string | undefined {
    const table = this.tables.find(({ from, end }) => from < line && line <= end);
    return table && this.head(table, line);
  }

  private head({ from, headEnd }: Pick<WindowTable, 'from' | 'headEnd'>, line: number): string | undefined {
    const texts = this.lines.slice(from - 1, Math.min(headEnd, line - 1)).map(({ text }) => text.trim());
    const kept: string[] = [];
    let tokens = 0;
    // The head rows are nearest to the values: the caption is cut first.
    for (const text of texts.filter((one) => one !== '').reverse()) {
      tokens += countTokens(text);
      if (tokens > MOST_TOKENS && kept.length > 0) break;
      kept.unshift(text.slice(0, MOST_TOKENS * 8));
    }
    return kept.length === 0 ? undefined : kept.join('\n');
  }
}
