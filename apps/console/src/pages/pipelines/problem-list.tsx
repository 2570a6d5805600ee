import type { FileProblemDto } from '@quarry/client';
import type { JSX } from 'preact';
import { Badge } from '../../components/badge';
import { t } from '../../language/messages';

/** Problems of pipeline files with their places. `onGo` jumps to a line of the checked text. */
export function ProblemList(props: {
  readonly problems: readonly FileProblemDto[];
  readonly onGo?: (problem: FileProblemDto) => void;
}): JSX.Element {
  const { problems, onGo } = props;
  return (
    <ul class="problem-list">
      {problems.map((problem) => {
        const { file, line, column, severity, message } = problem;
        const place =
          file === null
            ? t('Line {line}, column {column}', { line: String(line), column: String(column) })
            : `${file}:${line}:${column}`;
        return (
          <li key={`${place} ${message}`}>
            <Badge tone={severity === 'error' ? 'bad' : 'warn'} icon="alert">
              {severity}
            </Badge>
            <div>
              {file === null && onGo ? (
                <button type="button" class="text-button mono" onClick={() => onGo(problem)}>
                  {place}
                </button>
              ) : (
                <span class="mono muted">{place}</span>
              )}
              <p>{message}</p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
