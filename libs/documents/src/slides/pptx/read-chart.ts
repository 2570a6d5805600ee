import { escaped } from '../../html/html-text';
import { scanXml } from '../../xml/scan-xml';

/** A chart with more points is a picture of measurements, not a table that people read. */
const MOST_POINTS = 1_000;
const MOST_SERIES = 50;

interface Series {
  name: string;
  readonly values: Map<number, string>;
}

/**
 * The values that a chart shows, as an HTML table with its title: a column for each series, a row for each category.
 * They are those that the file stores for display; nothing is computed.
 */
export function readChart(part: Uint8Array): string {
  const reader = new ChartReader();
  scanXml(part, reader);
  return reader.html();
}

class ChartReader {
  private title = '';
  private readonly categories = new Map<number, string>();
  private readonly series: Series[] = [];
  /** What the open element belongs to: the title, the name of a series, its categories or values. */
  private within: 'title' | 'tx' | 'cat' | 'val' | null = null;
  private inSeries = false;
  private inValue = false;
  private index = 0;
  private left = MOST_POINTS;
  private value = '';

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name === 'ser') {
      this.inSeries = true;
      this.series.push({ name: '', values: new Map() });
    } else if (name === 'title' && !this.inSeries && this.title === '') this.within = 'title';
    else if (this.inSeries && name === 'tx') this.within = 'tx';
    else if (this.inSeries && (name === 'cat' || name === 'xVal')) this.within = 'cat';
    else if (this.inSeries && (name === 'val' || name === 'yVal')) this.within = 'val';
    else if (name === 'pt') this.index = Number(attributes.get('idx') ?? 0) || 0;
    else if (name === 'v' || name === 't') [this.inValue, this.value] = [true, ''];
  }

  text(value: string): void {
    if (this.inValue) this.value += value;
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.endValue();
    else if (name === 'ser') this.inSeries = false;
    else if (/^(?:title|tx|cat|val|xVal|yVal)$/.test(name) && (name !== 'tx' || this.inSeries))
      this.within = null;
  }

  html(): string {
    const series = this.series.slice(0, MOST_SERIES).filter(({ values }) => values.size > 0);
    const title = this.title.replace(/\s+/g, ' ').trim();
    const caption = `<p>Chart${title === '' ? '' : `: ${escaped(title)}`}</p>`;
    if (series.length === 0) return title === '' ? '' : caption;
    const rows = [
      ...new Set([...this.categories.keys(), ...series.flatMap(({ values }) => [...values.keys()])]),
    ];
    const cell = (text: string | undefined, tag = 'td'): string => `<${tag}>${escaped(text ?? '')}</${tag}>`;
    const heads = series.map(({ name }, i) => cell(name === '' ? `Series ${i + 1}` : name, 'th')).join('');
    const body = rows
      .sort((a, b) => a - b)
      .map((row) => {
        const label = cell(this.categories.get(row) ?? String(row + 1));
        return `<tr>${label}${series.map(({ values }) => cell(values.get(row))).join('')}</tr>`;
      });
    return `${caption}<table><tr><th></th>${heads}</tr>${body.join('')}</table>`;
  }

  private endValue(): void {
    this.inValue = false;
    const { value, within } = this;
    const series = this.series.at(-1);
    if (within === 'title') this.title += ` ${value}`;
    else if (within === 'tx' && series) series.name = `${series.name} ${value}`.trim();
    else if (this.left-- > 0 && within === 'cat') this.setCategory(value);
    else if (within === 'val' && this.left > 0) series?.values.set(this.index, value);
  }

  /** Categories of several levels are one label. */
  private setCategory(value: string): void {
    const known = this.categories.get(this.index);
    if (this.series.length === 1)
      this.categories.set(this.index, known === undefined ? value : `${value} ${known}`);
  }
}
