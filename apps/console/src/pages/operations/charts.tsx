import type { JSX } from 'preact';

export interface BarValue {
  readonly name: string;
  readonly value: number;
  /** The text next to the bar. */
  readonly text: string;
}

/**
 * Named bars, relative to the largest one. The numbers are next to the bars, so that length is never the only
 * indication.
 */
export function Bars(props: { readonly label: string; readonly bars: readonly BarValue[] }): JSX.Element {
  const { label, bars } = props;
  const most = Math.max(1e-9, ...bars.map(({ value }) => value));
  return (
    <ul class="bars" aria-label={label}>
      {bars.map(({ name, value, text }) => (
        <li key={name}>
          <span class="bars-name">{name}</span>
          <span class="bars-track" aria-hidden="true">
            <span style={{ width: `${(100 * value) / most}%` }} />
          </span>
          <span class="bars-text">{text}</span>
        </li>
      ))}
    </ul>
  );
}

export interface Part {
  readonly name: string;
  readonly value: number;
  /** Class that sets the colour. */
  readonly tone: string;
}

/** Parts of a whole as one bar, with a legend that contains the numbers. */
export function Shares(props: { readonly label: string; readonly parts: readonly Part[] }): JSX.Element {
  const { label } = props;
  const parts = props.parts.filter(({ value }) => value > 0);
  const whole = parts.reduce((sum, { value }) => sum + value, 0);
  return (
    <div>
      <div class="shares" aria-hidden="true">
        {parts.map(({ name, value, tone }) => (
          <span key={name} class={tone} style={{ width: `${(100 * value) / whole}%` }} />
        ))}
      </div>
      <ul class="shares-key" aria-label={label}>
        {parts.map(({ name, value, tone }) => (
          <li key={name}>
            <span class={`key-box ${tone}`} aria-hidden="true" />
            {name} {value} <span class="muted">({Math.round((100 * value) / whole)} %)</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
