import { parse } from 'papaparse';

/** Records beyond these are not read: a larger table belongs in a database. */
const MOST_RECORDS = 200_000;
const MOST_FIELDS = 2_000_000;
/** Characters from which the delimiter is guessed. */
const GUESSED = 100_000;

/** The records of a file with delimited fields. */
export interface Records {
  /** Without empty ones. `line`: the line of the file on which it begins, from 1. */
  readonly records: readonly { readonly fields: readonly string[]; readonly line: number }[];
  /** What could not be read as it should, in sentences. */
  readonly remarks: readonly string[];
}

/**
 * Reads records of delimited fields (RFC 4180). The delimiter (comma, semicolon, tab, bar) is the one that divides the
 * first records most evenly. A field may contain line ends and delimiters in quotes.
 *
 * @example
 * readRecords('PN;Price\nPN-01234;"1,50"').records[1]?.fields; // ['PN-01234', '1,50']
 */
export function readRecords(text: string): Records {
  const records: { fields: string[]; line: number }[] = [];
  const lines = new LineCounter(text);
  let [fields, line, unclosed, more] = [0, 1, 0, false];
  parse<string[]>(text, {
    skipEmptyLines: false,
    delimiter: delimiterOf(text),
    step({ data, errors, meta }, parser) {
      if (data.some((field) => field.trim() !== '')) {
        records.push({ fields: data, line });
        fields += data.length;
      }
      const quote = errors.find(({ type }) => type === 'Quotes');
      if (quote && unclosed === 0) unclosed = line;
      line = lines.at(meta.cursor);
      more = records.length >= MOST_RECORDS || fields >= MOST_FIELDS;
      if (more) parser.abort();
    },
  });
  const remarks = [
    ...(unclosed > 0
      ? [
          `the quotes of the record on line ${unclosed} are not closed or not doubled; it was read as it stands`,
        ]
      : []),
    ...(more && line < lines.count
      ? [`only the first ${records.length.toLocaleString('en-US')} records were read; split the file`]
      : []),
  ];
  return { records, remarks };
}

/** Looks at the first records only. Empty ones say nothing of the delimiter. */
function delimiterOf(text: string): string {
  const { meta } = parse(text.slice(0, GUESSED), {
    preview: 50,
    skipEmptyLines: 'greedy',
    delimitersToGuess: [',', ';', '\t', '|'],
  });
  return meta.delimiter;
}

/** Counts the lines of a text up to positions that only grow. */
class LineCounter {
  private line = 1;
  private from = 0;

  constructor(private readonly text: string) {}

  /** Number of the line at a position, from 1. */
  at(position: number): number {
    for (let end = this.next(); end >= 0 && end < position; end = this.next()) {
      this.line++;
      this.from = end + 1;
    }
    return this.line;
  }

  get count(): number {
    return this.text === '' ? 0 : this.line + (this.text.slice(this.from).trim().match(/\n/g)?.length ?? 0);
  }

  private next(): number {
    return this.text.indexOf('\n', this.from);
  }
}
