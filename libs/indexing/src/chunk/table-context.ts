import { tablesOf, type DocumentLine, type DocumentTable } from '@quarry/documents';
import type { LineLayout } from '@quarry/search-index';
import { countTokens, isTableRule } from '@quarry/turn';
import type { WindowTable } from './windows';

/** A caption and head of more tokens is cut: the rows must have room in a chunk. */
const MOST_TOKENS = 192;

type TableParts = Pick<DocumentTable, 'from' | 'headEnd' | 'continues' | 'block' | 'introduced'>;

/** A head row that has the unit of all blocks of a table. */
const UNIT = /\bin (?:thousands|millions|billions)\b/i;

function numbersIn([first, last]: DocumentTable['introduced'] = [1, 0]): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** The text of a row without the spaces that align its columns. */
function unpadded(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

/** The tables of a text, and the lines above them that their rows need. */
export class TableContext {
  readonly tables: readonly (WindowTable & DocumentTable)[];
  /** Lines that introduce a table of the next page. */
  private readonly introductions: ReadonlySet<number>;

  constructor(
    private readonly lines: readonly Pick<DocumentLine, 'text' | 'kind' | 'head' | 'bold' | 'layout'>[],
  ) {
    this.tables = tablesOf(lines).map((table) => ({
      ...table,
      headTokens: countTokens(this.head(table, table.headEnd + 1) ?? ''),
    }));
    this.introductions = new Set(this.tables.flatMap(({ introduced }) => numbersIn(introduced)));
  }

  /**
   * Caption, unit and head rows of the table whose rows begin a chunk, as far as they are above it; undefined if the
   * line is in no table, or nothing is above it.
   * @param line first line of the chunk, from 1
   */
  headAt(line: number): string | undefined {
    const table = this.tables.find(({ from, end }) => from <= line && line <= end);
    return table && this.head(table, line);
  }

  /** The positions of lines, with their roles in the tables: a reader of the chunks knows the tables again. */
  layoutOf(start: number, end: number): readonly LineLayout[] {
    const layout = this.lines.slice(start - 1, end).map((line) => line.layout);
    return layout.map((place, at) => {
      const role = this.roleOf(start + at);
      return role === undefined ? place : { ...place, table: role };
    });
  }

  private roleOf(line: number): LineLayout['table'] {
    if (this.introductions.has(line)) return 'caption';
    const table = this.tables.find((one) => one.from <= line && line <= one.end);
    if (!table) return undefined;
    if (table.continues && line === table.start) return 'continued';
    if (line < table.start) return 'caption';
    return line <= table.headEnd ? 'head' : undefined;
  }

  /** Caption and unit of a table whose first block is above. */
  private aboveBlocks(first: DocumentTable | undefined): readonly string[] {
    if (!first) return [];
    return this.lines
      .slice(first.from - 1, first.headEnd)
      .map(({ text }) => unpadded(text))
      .filter((text, at) => at < first.start - first.from || UNIT.test(text));
  }

  private head(table: TableParts, line: number): string | undefined {
    const { from, headEnd, introduced } = table.continues ?? table;
    const above = this.lines.slice(from - 1, Math.min(headEnd, line - 1)).map(({ text }) => unpadded(text));
    const page = table.continues && this.lines[from - 1]?.layout.page;
    const texts = [
      ...(page === undefined ? [] : [`(continued from page ${page})`]),
      ...this.aboveBlocks((table.continues ?? table).block),
      ...numbersIn(introduced).map((one) => unpadded(this.lines[one - 1]?.text ?? '')),
      ...above,
    ];
    const kept: string[] = [];
    let tokens = 0;
    // The head rows are nearest to the values: the caption is cut first.
    for (const text of texts.filter((one) => one !== '' && !isTableRule(one)).reverse()) {
      tokens += countTokens(text);
      if (tokens > MOST_TOKENS && kept.length > 0) break;
      kept.unshift(text.slice(0, MOST_TOKENS * 8));
    }
    return kept.length === 0 ? undefined : kept.join('\n');
  }
}
