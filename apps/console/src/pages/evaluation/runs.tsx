import type { RunSummaryDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useAction } from '../../api/use-action';
import { Badge, type Tone } from '../../components/badge';
import { Button } from '../../components/button';
import { EmptyState } from '../../components/empty-state';
import { ErrorNote } from '../../components/error-note';
import { Table, type Column } from '../../components/table';
import { Link, navigate } from '../../shell/router';
import { cancelRun } from './data';
import { inOrder, pipelineName, shown, titleOf } from './measures';
import { ago, dateTime } from '../../format/duration';
import { statusWord } from '../../format/status';
import { t } from '../../language/messages';

const TONES: Readonly<Record<RunSummaryDto['status'], Tone>> = {
  ...{ queued: 'plain', running: 'info', finished: 'good', failed: 'bad', cancelled: 'plain' },
};

/** Measures of the list; a run itself shows all. */
const SHOWN = 4;

/** One pipeline of a run: a row of the list, and a side of a comparison. */
interface Side {
  readonly id: string;
  readonly run: RunSummaryDto;
  readonly pipeline: string;
}

/** The runs of a set, newest first, one row for each of their pipelines; two rows can be compared. */
export function Runs(props: {
  readonly set: string;
  readonly runs: readonly RunSummaryDto[];
  readonly maintains: boolean;
  readonly onChanged: () => void;
}): JSX.Element {
  const { set, runs, maintains, onChanged } = props;
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const cancel = useAction();
  const self = `/evaluation/${encodeURIComponent(set)}`;
  const sides = runs.flatMap((run) =>
    run.pipelines.map((pipeline): Side => ({ id: `${run.id}:${pipelineName(pipeline)}`, run, pipeline })),
  );
  const toggle = (id: string): void =>
    setTicked(ticked.includes(id) ? ticked.filter((one) => one !== id) : [...ticked, id]);
  const measures = inOrder(
    runs.flatMap(({ summary }) => summary.flatMap((each) => each.measures.map(({ measure }) => measure))),
  ).slice(0, SHOWN);
  const action: Column<Side> = {
    title: t('Action'),
    cell: ({ run }) =>
      isUnderWay(run) && (
        <Button
          look="quiet"
          icon="stop"
          disabled={cancel.busy}
          onClick={() =>
            cancel.run(async () => {
              await cancelRun(set, run.id);
              onChanged();
            })
          }
        >
          {t('Cancel')}
        </Button>
      ),
  };
  const columns: readonly Column<Side>[] = [
    {
      title: t('Compare'),
      card: 'plain',
      cell: ({ id, run, pipeline }) => (
        <input
          type="checkbox"
          aria-label={t('Compare {pipeline} of {date}', {
            pipeline: pipelineName(pipeline),
            date: dateTime(run.createdAt),
          })}
          checked={ticked.includes(id)}
          disabled={!ticked.includes(id) && ticked.length >= 2}
          onChange={() => toggle(id)}
        />
      ),
    },
    {
      title: t('Run'),
      card: 'lead',
      cell: ({ run }) => (
        <Link to={`${self}?run=${encodeURIComponent(run.id)}`} class="nobreak">
          {ago(new Date(run.createdAt))}
        </Link>
      ),
    },
    { title: t('Pipeline'), cell: ({ pipeline }) => <span title={pipeline}>{pipelineName(pipeline)}</span> },
    { title: t('Status'), cell: ({ run }) => <Status of={run} /> },
    ...measures.map((measure): Column<Side> => ({
      ...{ title: titleOf(measure), number: true },
      cell: ({ run, pipeline }) => shown(measure, meanOf(run, pipeline, measure)),
    })),
    ...(maintains && runs.some(isUnderWay) ? [action] : []),
  ];
  // The older one is the baseline.
  const [later, earlier] = sides.filter(({ id }) => ticked.includes(id));
  return (
    <section class="stack" aria-labelledby="runs">
      <div class="row spread">
        <h2 id="runs">{t('Runs')}</h2>
        <Button
          disabled={!later || !earlier}
          onClick={() =>
            later &&
            earlier &&
            navigate(`${self}?${new URLSearchParams({ base: earlier.id, with: later.id })}`)
          }
        >
          {t('Compare two')}
        </Button>
      </div>
      {cancel.problem && <ErrorNote problem={cancel.problem} />}
      {sides.length === 0 ? (
        <EmptyState title={t('No runs yet')}>
          <p>{t('A run asks all questions of this set, and measures the answers.')}</p>
        </EmptyState>
      ) : (
        <Table caption={t('Runs of {set}', { set })} columns={columns} rows={sides} keyOf={({ id }) => id} />
      )}
    </section>
  );
}

function Status({
  of: { status, done, total, reason, trigger },
}: {
  readonly of: RunSummaryDto;
}): JSX.Element {
  return (
    <div>
      <Badge tone={TONES[status]}>{statusWord(status)}</Badge>{' '}
      {status === 'running' && (
        <span class="muted small nobreak">{t('{done} of {total}', { done, total })}</span>
      )}
      {reason !== null && <div class="muted small">{reason}</div>}
      {trigger !== 'request' && (
        <div class="muted small">{trigger === 'time' ? t('by schedule') : t('after a change')}</div>
      )}
    </div>
  );
}

function meanOf({ summary }: RunSummaryDto, pipeline: string, measure: string): number | undefined {
  const own = summary.find((each) => each.pipeline === pipeline);
  return own?.measures.find((each) => each.measure === measure)?.mean;
}

function isUnderWay({ endedAt }: RunSummaryDto): boolean {
  return endedAt === null;
}
