import type { PipelineDetailDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { PipelineDrawing } from './drawing';
import { litPath, type LitPath } from './lit-path';
import { LitTurn, useRuns } from './lit-turn';
import { ServiceKey } from './service-key';
import { StepCard } from './step-card';
import { StepTable } from './step-table';

/** The drawing, with the path of a turn if one is selected; the selected step; and the same as text. */
export function Steps(props: {
  readonly pipeline: PipelineDetailDto;
  /** Turn whose path is highlighted. */
  readonly turn: string | null;
}): JSX.Element {
  const { pipeline, turn } = props;
  const [chosen, setChosen] = useState<string | null>(null);
  const { runs, running, problem } = useRuns(turn);
  const lit = useMemo<LitPath | null>(
    () => (turn === null || runs.length === 0 ? null : litPath(runs, pipeline.steps)),
    [turn, runs, pipeline],
  );
  const step = pipeline.steps.find(({ id }) => id === chosen);
  return (
    <div class="stack">
      <LitTurn pipeline={pipeline.name} turn={turn} lit={lit} running={running} problem={problem} />
      <div class="drawing-and-card">
        <div class="stack">
          <PipelineDrawing
            entry={pipeline.entry}
            steps={pipeline.steps}
            lit={lit}
            chosen={chosen}
            onChoose={setChosen}
          />
          <ServiceKey steps={pipeline.steps} />
        </div>
        <StepCard step={step ?? null} lit={lit} />
      </div>
      <StepTable pipeline={pipeline} lit={lit} />
    </div>
  );
}
