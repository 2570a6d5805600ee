import type { RunSummaryDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Field } from '../../components/field';
import { inOrder, shown, titleOf, trendOf, type TrendPoint } from './measures';
import { t } from '../../language/messages';

const WIDTH = 240;
const HEIGHT = 48;
const MARGIN = 4;

/** A measure over the runs of a set, a line for each pipeline; nothing before there are two points. */
export function Trend({ runs }: { readonly runs: readonly RunSummaryDto[] }): JSX.Element | null {
  const measures = inOrder(
    runs.flatMap(({ summary }) => summary.flatMap((each) => each.measures.map(({ measure }) => measure))),
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const measure = chosen ?? measures[0];
  if (measure === undefined) return null;
  const lines = [...trendOf(runs, measure)].filter(([, points]) => points.length > 1);
  if (lines.length === 0 && chosen === null) return null;
  return (
    <section class="card stack" aria-labelledby="trend">
      <h2 id="trend">{t('Trend')}</h2>
      <div class="trend-measure">
        <Field label={t('Measure')}>
          {(ids) => (
            <select
              {...ids}
              class="input"
              value={measure}
              onChange={(event) => setChosen(event.currentTarget.value)}
            >
              {measures.map((name) => (
                <option key={name} value={name}>
                  {titleOf(name)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <ul class="plain-list trends">
        {lines.map(([pipeline, points]) => (
          <li key={pipeline}>
            <strong>{pipeline}</strong>
            <Line points={points} />
            <span>
              {shown(measure, points[0]?.value)} → {shown(measure, points.at(-1)?.value)}{' '}
              <span class="muted small">
                {t('in {count} run | in {count} runs', { count: points.length })}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The values as a line between the lowest and the highest. The text next to it says the first and the last. */
function Line({ points }: { readonly points: readonly TrendPoint[] }): JSX.Element {
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const at = (value: number, n: number): string => {
    const x = MARGIN + (n * (WIDTH - 2 * MARGIN)) / Math.max(1, values.length - 1);
    const height = high === low ? 0.5 : (value - low) / (high - low);
    return `${x.toFixed(1)},${(HEIGHT - MARGIN - height * (HEIGHT - 2 * MARGIN)).toFixed(1)}`;
  };
  return (
    <svg
      class="trend-line"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      aria-hidden="true"
    >
      <polyline points={values.map(at).join(' ')} fill="none" stroke="currentColor" stroke-width="2" />
    </svg>
  );
}
