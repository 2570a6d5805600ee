import type { FileProblemDto, ValidatedPipelineDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { asProblem, type Problem } from '../../api/problem';
import { Button } from '../../components/button';
import { ErrorNote } from '../../components/error-note';
import { Icon } from '../../components/icon';
import { validate } from './data';
import { PipelineDrawing } from './drawing';
import { ProblemList } from './problem-list';
import { TextWithLines } from './text-with-lines';
import { t } from '../../language/messages';

const EXAMPLE = `pipeline:
  name: mine
  extends: code
  description: Fewer passes, more hits.
  settings:
    max_turn_loops: 2
    top_k: 12
`;

/** A pipeline.yaml as text: its problems at their lines, and its drawing if it is valid. */
export function CheckText(): JSX.Element {
  const [text, setText] = useState(EXAMPLE);
  const [checked, setChecked] = useState<{
    readonly text: string;
    readonly result: ValidatedPipelineDto;
  } | null>(null);
  const [failure, setFailure] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);

  const check = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      setChecked({ text, result: await validate(text) });
    } catch (error) {
      setFailure(asProblem(error));
    }
    setBusy(false);
  };
  const go = ({ line, column }: FileProblemDto): void => {
    const before = text.split('\n').slice(0, line - 1);
    const at = before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
    const end = text.indexOf('\n', at);
    area.current?.focus();
    area.current?.setSelectionRange(at, end === -1 ? text.length : end);
  };
  // Marks belong to the checked text, not to later changes.
  const current = checked?.text === text ? checked.result : null;

  return (
    <div class="stack">
      <p class="muted">
        {t(
          'Checked as if it were one of the published pipelines. Nothing is stored. A text with the name of an existing pipeline replaces it in the check.',
        )}
      </p>
      <TextWithLines
        label={'pipeline.yaml'}
        text={text}
        onText={setText}
        areaRef={area}
        marks={(current?.problems ?? []).filter(({ file }) => file === null)}
      />
      <div class="row">
        <Button look="primary" icon="check" disabled={busy} onClick={() => void check()}>
          {busy ? t('Checking …') : t('Check')}
        </Button>
        <span class="muted small">{t('At most 64 KB, as for files.')}</span>
      </div>
      {failure && <ErrorNote problem={failure} />}
      <div role="status" class="stack">
        {checked && <Result result={checked.result} stale={current === null} onGo={go} />}
      </div>
    </div>
  );
}

function Result(props: {
  readonly result: ValidatedPipelineDto;
  readonly stale: boolean;
  readonly onGo: (problem: FileProblemDto) => void;
}): JSX.Element {
  const { result, stale, onGo } = props;
  const { valid, name, problems, drawing } = result;
  const [step, setStep] = useState<string | null>(null);
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  return (
    <>
      <div class={valid ? 'note' : 'note bad'}>
        <Icon name={valid ? 'check' : 'alert'} />
        <p>
          {valid
            ? t(problems.length === 0 ? '{name} is valid.' : '{name} is valid, with warnings.', {
                name: name === null ? t('The text') : `'${name}'`,
              })
            : t('{count} error in {name}. | {count} errors in {name}.', {
                count: errors,
                name: name === null ? t('the text') : `'${name}'`,
              })}
          {stale && ` ${t('The text has changed since: check it again.')}`}
        </p>
      </div>
      {problems.length > 0 && <ProblemList problems={problems} {...(stale ? {} : { onGo })} />}
      {drawing && (
        <PipelineDrawing
          entry={drawing.entry}
          steps={drawing.steps}
          lit={null}
          chosen={step}
          onChoose={setStep}
        />
      )}
    </>
  );
}
