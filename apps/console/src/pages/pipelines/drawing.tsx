import type { StepDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useEffect, useId, useMemo, useRef } from 'preact/hooks';
import { useScrollHint } from '../../components/scroll-hint';
import { LABEL_LINE, layOut, type Box, type Way } from './layout';
import type { LitPath } from './lit-path';
import { serviceClass } from './services';
import { t } from '../../language/messages';

interface DrawingProps {
  readonly entry: string;
  readonly steps: readonly StepDto[];
  /** The path of a turn; null: nothing is highlighted. */
  readonly lit: LitPath | null;
  readonly chosen: string | null;
  readonly onChoose: (step: string) => void;
}

/** A pipeline as boxes and arrows. It is one tab stop: arrow keys move between steps, in the order of a turn. */
export function PipelineDrawing({ entry, steps, lit, chosen, onChoose }: DrawingProps): JSX.Element {
  const { boxes, ways, width, height } = useMemo(() => layOut(entry, steps), [entry, steps]);
  const arrow = useId();
  const frame = useRef<HTMLDivElement>(null);
  const current = boxes.some(({ step }) => step.id === chosen) ? chosen : (boxes[0]?.step.id ?? null);

  // If the drawing is wider than its frame, it is scrolled to the first step, in any window.
  useEffect(() => {
    const first = boxes[0];
    const place = frame.current;
    if (!first || !place) return;
    const sizes = new ResizeObserver(() => {
      place.scrollLeft = first.x + first.width / 2 - place.clientWidth / 2;
    });
    sizes.observe(place);
    return () => {
      sizes.disconnect();
    };
  }, [boxes]);
  useScrollHint(frame);

  const move = (event: KeyboardEvent): void => {
    const at = boxes.findIndex(({ step }) => step.id === current);
    const last = boxes.length - 1;
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: Math.min(last, at + 1),
      ArrowRight: Math.min(last, at + 1),
      ArrowUp: Math.max(0, at - 1),
      ArrowLeft: Math.max(0, at - 1),
      Home: 0,
      End: last,
      Enter: at,
      ' ': at,
    };
    const target = targets[event.key];
    const box = target === undefined ? undefined : boxes[target];
    if (!box) return;
    event.preventDefault();
    onChoose(box.step.id);
    frame.current?.querySelectorAll<SVGGElement>('.step-box')[target ?? 0]?.focus();
  };

  return (
    <div class="drawing-frame" ref={frame}>
      <svg
        class={lit ? 'drawing with-path' : 'drawing'}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="group"
        aria-label={t('Drawing of the steps. The list of steps has the same content as text.')}
        onKeyDown={move}
      >
        <Arrowheads id={arrow} />
        {ways.map((way) => (
          <WayLine key={`${way.from} ${way.to}`} way={way} lit={lit} arrow={arrow} />
        ))}
        {ways.map((way) => (
          <WayLabel key={`${way.from} ${way.to}`} way={way} lit={lit} />
        ))}
        {boxes.map((box) => (
          <StepBox
            key={box.step.id}
            box={box}
            lit={lit}
            chosen={box.step.id === chosen}
            tabbable={box.step.id === current}
            isEntry={box.step.id === entry}
            onChoose={onChoose}
          />
        ))}
      </svg>
    </div>
  );
}

function Arrowheads({ id }: { readonly id: string }): JSX.Element {
  return (
    <defs>
      {['plain', 'lit'].map((kind) => (
        <marker
          key={kind}
          id={`${id}-${kind}`}
          class={`arrowhead ${kind}`}
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="8"
          markerHeight="8"
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path d="M0 0.5 8 4 0 7.5z" />
        </marker>
      ))}
    </defs>
  );
}

interface WayProps {
  readonly way: Way;
  readonly lit: LitPath | null;
}

function WayLine({ way, lit, arrow }: WayProps & { readonly arrow: string }): JSX.Element {
  const taken = way.outcomes.some((outcome) => timesOf(way, outcome, lit) > 0);
  return (
    <path
      class={taken ? 'way lit' : 'way'}
      d={smooth(way.points)}
      marker-end={`url(#${arrow}-${taken ? 'lit' : 'plain'})`}
    />
  );
}

function WayLabel({ way, lit }: WayProps): JSX.Element {
  const { outcomes, label } = way;
  const top = label.y - ((outcomes.length - 1) * LABEL_LINE) / 2;
  return (
    <text class="way-label" aria-hidden="true">
      {outcomes.map((outcome, line) => {
        const times = timesOf(way, outcome, lit);
        return (
          <tspan key={outcome} class={times > 0 ? 'lit' : undefined} x={label.x} y={top + line * LABEL_LINE}>
            {times > 1 ? `${outcome} ×${times}` : outcome}
          </tspan>
        );
      })}
    </text>
  );
}

function timesOf({ from }: Way, outcome: string, lit: LitPath | null): number {
  return lit?.ways.get(`${from} ${outcome}`) ?? 0;
}

function StepBox(props: {
  readonly box: Box<StepDto>;
  readonly lit: LitPath | null;
  readonly chosen: boolean;
  readonly tabbable: boolean;
  readonly isEntry: boolean;
  readonly onChoose: (step: string) => void;
}): JSX.Element {
  const { box, lit, chosen, tabbable, isEntry, onChoose } = props;
  const { step, x, y, width, height } = box;
  const visit = lit?.steps.get(step.id);
  const left = step.end || isEntry ? 30 : 22;
  const classes = ['step-box', serviceClass(step.service), visit ? 'lit' : '', chosen ? 'chosen' : ''];
  // The visible text comes first, because users of speech control say it.
  const visits = visit ? t('{count} visit | {count} visits', { count: visit.times }) : '';
  const about = [
    [step.id, `${step.service}.${step.action}`, visits].filter(Boolean).join(' '),
    visit ? `${Math.round(visit.ms)} ms` : '',
    isEntry ? t('a turn begins here') : '',
    step.end ? t('a turn ends here') : '',
  ];
  return (
    <g
      class={classes.filter(Boolean).join(' ')}
      role="button"
      aria-pressed={chosen}
      aria-label={about.filter(Boolean).join(', ')}
      // An SVG attribute, whose name has only one spelling.
      tabindex={tabbable ? 0 : -1}
      transform={`translate(${x} ${y})`}
      onClick={() => onChoose(step.id)}
    >
      <rect class="step-ground" width={width} height={height} rx={step.end || isEntry ? height / 2 : 8} />
      <rect class="step-stripe" x={left - 12} y="12" width="4" height={height - 24} rx="2" />
      <text class="step-name" x={left} y="21">
        {step.id}
      </text>{' '}
      <text class="step-action" x={left} y="37">
        {step.service}.{step.action}
      </text>
      {step.guard && (
        <text class="step-loop" x={width - 12} y="21" aria-hidden="true">
          ⟲
        </text>
      )}{' '}
      {visit && visit.times > 1 && (
        <g transform={`translate(${width - 4} 2)`} aria-hidden="true">
          <circle class="step-times" r="11" />
          <text class="step-times-number" y="4">
            {visit.times}
          </text>
        </g>
      )}
    </g>
  );
}

/** A line through the points, rounded at each. */
function smooth(points: Way['points']): string {
  const [first, ...rest] = points;
  const last = rest.pop();
  if (!first || !last) return '';
  const parts = [`M${first.x} ${first.y}`];
  rest.forEach((point, at) => {
    const next = rest[at + 1] ?? last;
    const end = at === rest.length - 1 ? next : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
    parts.push(`Q${point.x} ${point.y} ${end.x} ${end.y}`);
  });
  return rest.length === 0 ? `${parts[0] ?? ''} L${last.x} ${last.y}` : parts.join(' ');
}
