import type { ClaimDto } from '@quarry/client';
import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Icon } from '../../../components/icon';
import { CodeBlock } from '../code/code-block';
import { answerTree, type AnswerNode } from '../markdown/answer-tree';
import { signClaims } from '../markdown/claim-signs';
import { SUPPORT } from './support';
import { t } from '../../../language/messages';

interface AnswerProps {
  readonly text: string;
  /** Sentences that were checked against the evidence, exactly as in `text`. */
  readonly claims: readonly ClaimDto[];
  /** The name of a piece of evidence, for its button. */
  readonly nameOf: (n: number) => string | null;
  readonly onCite: (n: number) => void;
  /** Shows why a sentence has a mark; without it, the mark only says so on hover. */
  readonly onMark?: (claim: ClaimDto) => void;
}

/** An answer: citations are buttons that open their source; a mark says what the evidence does not fully support. */
export function Answer(props: AnswerProps): JSX.Element {
  const { text, claims } = props;
  const tree = useMemo(() => answerTree(signClaims(text, claims)), [text, claims]);
  return <div class="answer">{tree.map((node, at) => draw(node, props, at))}</div>;
}

function draw(node: AnswerNode, props: AnswerProps, at: number): ComponentChildren {
  const { claims, nameOf, onCite, onMark } = props;
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'code':
      return <code key={at}>{node.text}</code>;
    case 'break':
      return <br key={at} />;
    case 'rule':
      return <hr key={at} />;
    case 'block':
      return <CodeBlock key={at} text={node.text} language={node.language} />;
    case 'cite':
      return <Cite key={at} n={node.n} name={nameOf(node.n)} onCite={onCite} />;
    case 'claim':
      return <Support key={at} claim={claims[node.claim]} onMark={onMark} />;
    case 'element': {
      const { tag: Tag, start, children } = node;
      const inner = children.map((child, index) => draw(child, props, index));
      if (Tag === 'table')
        return (
          <div key={at} class="table-frame" role="region" aria-label={t('Table of the answer')} tabIndex={0}>
            <table class="table">{inner}</table>
          </div>
        );
      // The page uses heading levels 1 and 2.
      const Heading = HEADINGS[Tag] ?? Tag;
      return Tag === 'ol' && start !== undefined ? (
        <ol key={at} start={start}>
          {inner}
        </ol>
      ) : (
        <Heading key={at}>{inner}</Heading>
      );
    }
  }
}

const HEADINGS: Readonly<Record<string, 'h3' | 'h4'>> = {
  h1: 'h3',
  h2: 'h3',
  h3: 'h4',
  h4: 'h4',
  h5: 'h4',
  h6: 'h4',
};

function Cite(props: {
  readonly n: number;
  readonly name: string | null;
  readonly onCite: (n: number) => void;
}): JSX.Element {
  const { n, name, onCite } = props;
  if (name === null) return <>[{n}]</>;
  return (
    <button
      type="button"
      class="cite"
      aria-label={t('Source {n}: {name}', { n, name })}
      title={name}
      onClick={() => onCite(n)}
    >
      {n}
    </button>
  );
}

function Support(props: {
  readonly claim: ClaimDto | undefined;
  readonly onMark: ((claim: ClaimDto) => void) | undefined;
}): JSX.Element | null {
  const { claim, onMark } = props;
  if (!claim) return null;
  const { word, icon, tone } = SUPPORT[claim.status];
  // What the evidence says needs no mark.
  if (claim.status === 'supported') return <span class="visually-hidden">{word.toLowerCase()}</span>;
  return (
    <button
      type="button"
      class={`support ${tone}`}
      title={`${word}: ${claim.why}`}
      disabled={onMark === undefined}
      onClick={() => onMark?.(claim)}
    >
      <Icon name={icon} />
      <span class="visually-hidden">{word.toLowerCase()}</span>
    </button>
  );
}
