import type { TurnDto } from '@quarry/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../../components/button';
import { ErrorNote } from '../../../components/error-note';
import { Spinner } from '../../../components/spinner';
import { GraphList } from './graph-list';
import { GraphPicture } from './graph-picture';
import { useGraph } from './use-graph';
import { t } from '../../../language/messages';
import { nodeWord } from '../../../format/graph-words';

/** The neighbourhood of an answer in the code graph, as a drawing and as a list. */
export function GraphPanel(props: {
  readonly turn: TurnDto;
  readonly onOpen: (n: number) => void;
}): JSX.Element {
  const { turn, onOpen } = props;
  const { graph, problem, loading, expand } = useGraph(turn);
  const [chosen, setChosen] = useState<string | null>(null);
  const node = chosen === null ? null : (graph.nodes.get(chosen) ?? null);
  const choose = (key: string): void => {
    setChosen(key);
    if (graph.nodes.get(key)?.expanded === false) expand(key);
  };
  return (
    <div class="stack">
      <p class="muted small">
        {t('Filled: read for this answer. Choose a node to see what it calls, uses or is used by.')}
        {loading && <Spinner label={t('Looking …')} />}
      </p>
      {problem && <ErrorNote problem={problem} />}
      <GraphPicture graph={graph} chosen={chosen} onChoose={choose} />
      {node && (
        <div class="graph-chosen" aria-live="polite">
          <p class="mono">{node.qualifiedName}</p>
          <p class="muted small">
            {nodeWord(node.kind)}
            {node.path !== null &&
              ` · ${node.path}${node.startLine === null ? '' : `, ${t('line {line}', { line: String(node.startLine) })}`}`}
          </p>
          {node.n !== null && (
            <Button icon="file" onClick={() => onOpen(node.n ?? 0)}>
              {t('Open source {n}', { n: node.n })}
            </Button>
          )}
        </div>
      )}
      <GraphList graph={graph} chosen={chosen} onChoose={choose} />
    </div>
  );
}
