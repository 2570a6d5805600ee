import type { JSX } from 'preact';
import type { Graph, GraphNode } from './graph';
import { t } from '../../../language/messages';
import { edgeWord, nodeWord } from '../../../format/graph-words';

interface GraphListProps {
  readonly graph: Graph;
  readonly chosen: string | null;
  readonly onChoose: (key: string) => void;
}

/** The content of the drawing as a list, for screen readers and the keyboard. */
export function GraphList({ graph, chosen, onChoose }: GraphListProps): JSX.Element {
  return (
    <section aria-label={t('The graph as a list')}>
      <h3 class="section-title">{t('As a list')}</h3>
      <ul class="graph-list">
        {[...graph.nodes.values()].map((node) => (
          <li key={node.key}>
            <button
              type="button"
              class="graph-node"
              aria-pressed={chosen === node.key}
              aria-expanded={node.expanded}
              onClick={() => onChoose(node.key)}
            >
              <span class="badge">{nodeWord(node.kind)}</span>
              <span class="mono">{node.qualifiedName}</span>
            </button>
            {node.expanded && <Edges graph={graph} node={node} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Edges({ graph, node }: { readonly graph: Graph; readonly node: GraphNode }): JSX.Element {
  const edges = graph.edges.filter(({ from, to }) => from === node.key || to === node.key);
  const nameOf = (key: string): string => graph.nodes.get(key)?.name ?? key;
  return (
    <ul class="graph-edges small muted">
      {edges.map(({ from, to, kind }) => (
        <li key={`${from} ${kind} ${to}`}>
          {nameOf(from)} {edgeWord(kind)} {nameOf(to)}
        </li>
      ))}
      {edges.length === 0 && <li>{t('It has no connections.')}</li>}
    </ul>
  );
}
