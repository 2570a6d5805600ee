import { sectionsInShort, type TurnEvent } from '@quarry/turn';
import type { EventView } from './event-view';
import type { Palette } from './palette';
import { printable } from './printable';
import { fit } from './terminal';
import { WritingProgress } from './writing-progress';

/** Most items that one line names. */
const MAX_NAMED = 3;

/**
 * Shows a turn in one line for each pass: how much evidence it found, and what it found, missed and still needs. What
 * the steps did is shown by `LiveView` (`--verbose`).
 */
export class PassLines implements EventView {
  private pass = 0;
  private found = 0;
  private values = 0;
  private isComplete = false;
  private resolved: string[] = [];
  private missed: string[] = [];
  private missing: string[] = [];
  private readonly writing = new WritingProgress();

  constructor(
    private readonly palette: Palette,
    /** Columns of the terminal; null cuts nothing. */
    private readonly width: number | null,
  ) {}

  render(event: TurnEvent): string | null {
    const { body } = printable(event);
    const { yellow } = this.palette;
    switch (body.type) {
      case 'pass.started': {
        const line = this.line();
        this.begin(body.pass);
        return line;
      }
      case 'evidence.found':
        this.found += body.items.filter(({ kind }) => kind === undefined).length;
        return null;
      case 'finding.added':
        this.values += 1;
        return null;
      case 'need.raised':
        if (body.tool === undefined) this.missing.push(body.text);
        return null;
      case 'need.resolved':
        this.resolved.push(`${body.text} in [${body.by[0] ?? ''}]`);
        return null;
      case 'need.missed':
        this.missed.push(body.text);
        return null;
      case 'context.assessed':
        this.isComplete = body.complete;
        if (!body.complete && this.missing.length === 0) this.missing.push(...body.missing);
        return null;
      case 'answer.delta':
      case 'turn.finished':
        return this.line();
      case 'store.away':
        return body.waits ? `${yellow('waiting')} ${this.cut(body.reason, 8)}` : null;
      case 'turn.suspended':
        return `${yellow('waiting')} ${this.cut(body.message, 8)}`;
      default:
        return null;
    }
  }

  progress(event: TurnEvent): string | null {
    return event.body.type === 'turn.started' ? 'reading the question …' : this.writing.after(event);
  }

  private begin(pass: number): void {
    this.pass = pass;
    this.found = 0;
    this.values = 0;
    this.isComplete = false;
    this.resolved = [];
    this.missed = [];
    this.missing = [];
  }

  /** The line of the current pass, once; null before the first pass. */
  private line(): string | null {
    if (this.pass === 0) return null;
    const { bold, green, red, yellow } = this.palette;
    const name = `pass ${this.pass}`;
    this.pass = 0;
    const values = this.values === 0 ? '' : `, ${this.values} value${this.values === 1 ? '' : 's'}`;
    const parts: readonly (readonly [mark: string, paint: (text: string) => string, text: string])[] = [
      ['', String, `${this.found} ${this.found === 1 ? 'piece' : 'pieces'} of evidence${values}`],
      ['✓ found ', green, named(this.resolved)],
      ['✗ not found ', red, named(this.missed)],
      ['? missing ', yellow, named(this.missing)],
      ['✓ complete', green, ''],
    ];
    const shown = parts.filter(([mark, , text]) => (mark === '✓ complete' ? this.isComplete : text !== ''));
    const plain = shown.map(([mark, , text]) => `${mark}${text}`).join('  ');
    const fitted = this.cut(plain, name.length + 2);
    // A line that is cut has no colours inside, which the cut could separate.
    const painted =
      fitted === plain ? shown.map(([mark, paint, text]) => `${paint(mark)}${text}`).join('  ') : fitted;
    return `${bold(name)}  ${painted}`;
  }

  private cut(text: string, taken: number): string {
    return fit(sectionsInShort(text), this.width === null ? null : Math.max(20, this.width - taken));
  }
}

function named(items: readonly string[]): string {
  const more = items.length - MAX_NAMED;
  return [...items.slice(0, MAX_NAMED), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
