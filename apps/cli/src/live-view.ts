import { sectionsInShort, type TurnEvent } from '@quarry/turn';
import type { EventView } from './event-view';
import type { Palette } from './palette';
import { place, shorten } from './places';
import { printable } from './printable';
import { fit } from './terminal';
import { WritingProgress } from './writing-progress';

/** Most evidence lines shown per step. */
const MAX_ITEMS = 6;

/** Most characters shown of an answer that another pass follows. */
const MAX_PARTIAL = 240;

/** Steps that prepare and clean up: shown dimmed, so that the searches stand out. */
const PLUMBING = new Set(['history-summarizer', 'gateway']);
const PLUMBING_ACTIONS = new Set(['translate_in_if_needed', 'translate_out_if_needed', 'call_model']);

/** Shows the passes of one turn with all of their steps from its log, line by line. */
export class LiveView implements EventView {
  private pass = 0;
  private passBegan = 0;
  private found = 0;
  private values = 0;
  private readonly writing = new WritingProgress();

  constructor(
    private readonly palette: Palette,
    /** Columns of the terminal; null cuts nothing. */
    private readonly width: number | null,
  ) {}

  /** The text for one event, without the last line break; null for an event that the view leaves out. */
  render(event: TurnEvent): string | null {
    const { at, body } = printable(event);
    const { bold, cyan, dim, red, yellow } = this.palette;
    switch (body.type) {
      case 'turn.started':
        return `${bold('question')} ${this.cut(body.question, 9)}`;
      case 'pass.started': {
        const before = this.endOfPass(at);
        this.pass = body.pass;
        this.passBegan = at;
        this.found = 0;
        this.values = 0;
        return `${before}\n${bold(`pass ${body.pass}`)}  ${this.cut(body.why, 8)}`;
      }
      case 'step.finished':
        return this.step(body);
      case 'evidence.found': {
        // Values and calculations have their own lines.
        const items = body.items.filter(({ kind }) => kind === undefined);
        if (items.length === 0) return null;
        this.found += items.length;
        const shown = items.slice(0, MAX_ITEMS).map((item) => {
          const mark = `[${item.n}]`;
          const by = `(${item.foundBy})`;
          const what = `${place(item)}${item.symbol ? `  ${shorten(item.symbol)}` : ''}`;
          return `      ${cyan(mark)} ${this.cut(what, 8 + mark.length + by.length)} ${dim(by)}`;
        });
        const more = items.length - MAX_ITEMS;
        return [...shown, ...(more > 0 ? [dim(`      … and ${more} more`)] : [])].join('\n');
      }
      case 'finding.added':
        this.values += 1;
        return this.value(body);
      case 'calculation.made':
        return `    ${this.palette.green('= made')} ${cyan(`[${body.n}]`)} ${this.cut(`${body.expression} = ${body.result}`, 20)}`;
      case 'need.raised':
        // The line of the step shows the call of a tool.
        return body.tool !== undefined ? null : `    ${yellow('? missing')} ${this.cut(body.text, 14)}`;
      case 'need.resolved':
        return this.resolved(body.text, body.by);
      case 'need.missed':
        return `    ${red('✗ not found')} ${this.cut(`${body.text} (${body.why})`, 16)}`;
      case 'context.assessed':
        return body.complete
          ? `    ${this.palette.green('✓ the evidence is complete')}`
          : `    ${yellow('? not complete')} ${this.cut(body.missing.join('; '), 20)}`;
      case 'answer.partial':
        return dim(`  the answer so far: ${this.cut(fit(body.text.replace(/\s+/g, ' '), MAX_PARTIAL), 22)}`);
      case 'citation.removed':
        return `    ${yellow('✗ citation removed')} ${this.cut(removedMark(body), 23)}`;
      case 'claim.checked':
        return body.status === 'supported' || body.status === 'inferred'
          ? null
          : `    ${red(`✗ ${body.status}`)} ${this.cut(`${body.text.replace(/\s+/g, ' ')} (${body.why})`, 18)}`;
      case 'store.away':
        // If the turn continues without the store, the line of its step says so.
        return body.waits ? `    ${yellow('… waiting')} ${this.cut(body.reason, 14)}` : null;
      case 'reset':
        return dim('  (an interrupted step restarts)');
      case 'turn.suspended':
        return `    ${yellow('… waiting')} ${this.cut(body.message, 14)}`;
      case 'turn.finished':
        return this.endOfPass(at) || null;
      case 'search.made':
        return body.skipped === undefined
          ? null
          : dim(`    not searched: ${this.cut(`${body.query} (${body.skipped})`, 18)}`);
      case 'model.replied':
      case 'answer.delta':
        return null;
    }
  }

  /** The progress line after this event; null if it does not change. */
  progress(event: TurnEvent): string | null {
    return this.writing.after(event);
  }

  private step(body: Extract<TurnEvent['body'], { type: 'step.finished' }>): string {
    const { dim } = this.palette;
    const tokens =
      body.inputTokens + body.outputTokens > 0 ? ` ${body.inputTokens}+${body.outputTokens} tokens` : '';
    const cost = `${body.ms >= 100 ? ` ${seconds(body.ms)}` : ''}${tokens}`;
    const name = `${body.service}.${body.action}`;
    const note = this.cut(body.note, name.length + cost.length + 4);
    const plumbing = PLUMBING.has(body.service) || PLUMBING_ACTIONS.has(body.action);
    return plumbing ? dim(`  ${name}  ${note}${cost}`) : `  ${dim(name)}  ${note}${cost && dim(cost)}`;
  }

  /** Closes the running pass, with its duration and its evidence. */
  private endOfPass(at: number): string {
    if (this.pass === 0) return '';
    const pieces = this.found === 1 ? '1 piece' : `${this.found} pieces`;
    const values = this.values === 0 ? '' : `, ${this.values} value${this.values === 1 ? '' : 's'}`;
    return this.palette.dim(
      `  pass ${this.pass} took ${seconds(at - this.passBegan)}, ${pieces} of evidence${values}\n`,
    );
  }

  /** `found [7] consumer_revenue_2022 = 5298 millions_usd (page 35)`. */
  private value(body: Extract<TurnEvent['body'], { type: 'finding.added' }>): string {
    const { green, yellow, red, cyan, dim } = this.palette;
    const { n, label, value, unit, path, page, stands } = body;
    const where = page === undefined ? path : `page ${page}`;
    const [sign, at] =
      stands === 'on_page'
        ? [green('✓ found'), `(${where})`]
        : stands === 'elsewhere'
          ? [yellow('≠ found'), `(${where}, not the one named)`]
          : [red('✗ found'), '(not in the text)'];
    const mark = `[${n}]`;
    const shownAt = this.cut(at, 40);
    const what = `${label} = ${String(value).replace(/\s+/g, ' ')}${unit === undefined ? '' : ` ${unit}`}`;
    return `    ${sign} ${cyan(mark)} ${this.cut(what, 14 + mark.length + shownAt.length)} ${dim(shownAt)}`;
  }

  private resolved(text: string, by: readonly number[]): string {
    const { green, dim } = this.palette;
    const where = `in ${by
      .slice(0, MAX_ITEMS)
      .map((n) => `[${n}]`)
      .join(' ')}${by.length > MAX_ITEMS ? ' …' : ''}`;
    return `    ${green('✓ found')} ${this.cut(text, 13 + where.length)} ${dim(where)}`;
  }

  private cut(text: string, taken: number): string {
    return fit(sectionsInShort(text), this.width === null ? null : Math.max(20, this.width - taken));
  }
}

/** `[1, 9], now [1]`, or `[9]`: the removed numbers point nowhere. */
function removedMark({
  mark,
  replacement,
}: Extract<TurnEvent['body'], { type: 'citation.removed' }>): string {
  const now = replacement === '' ? '' : `, now ${replacement}`;
  return `${mark}${now} (no evidence has this number)`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
