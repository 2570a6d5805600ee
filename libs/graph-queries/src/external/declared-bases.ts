import type { GraphNode } from '@quarry/graph-store';

/** Characters of a definition in which its bases stand, at most. */
const MAX_HEAD = 4_000;

/**
 * The bases and interfaces that the head of a type states, as written, without their type arguments.
 * @example
 * declaredBases(node);   // class Page extends React.Component<Props> implements Closable → ['React.Component', 'Closable']
 */
export function declaredBases({ language, text = '', signature = '' }: GraphNode): readonly string[] {
  const from = Math.max(0, text.indexOf(signature.split('\n')[0] ?? ''));
  const source = (text === '' ? signature : text.slice(from)).slice(0, MAX_HEAD);
  switch (language) {
    case 'python':
      return parts(withoutNested(within(source, '(', ')'), '[', ']')).filter((part) => !part.includes('='));
    case 'csharp': {
      const named = withoutNested(head(withoutNested(source, '(', ')')), '<', '>');
      // A constraint of a type parameter has a colon as well.
      const [, listed = ''] = (named.split(/\bwhere\b/)[0] ?? '').split(/:(.*)/s);
      return parts(listed);
    }
    case 'c':
    case 'cpp': {
      const [, listed = ''] = withoutNested(head(source), '<', '>').split(/(?<!:):(?!:)(.*)/s);
      return parts(listed.replace(/\b(?:public|protected|private|virtual)\b/g, '')).map((base) =>
        base.replaceAll('::', '.'),
      );
    }
    case 'ruby':
      return parts(/^class\s+[\w:]+\s*<\s*([\w:]+)/.exec(source)?.[1] ?? '').map((base) =>
        base.replaceAll('::', '.'),
      );
    case 'java':
    case 'javascript':
    case 'php':
    case 'typescript': {
      const named = source.replace(/(^|[\s,])\\/g, '$1').replaceAll('\\', '.');
      const clauses = head(withoutNested(withoutNested(named, '<', '>'), '(', ')'));
      return clauses
        .split(/\b(?:extends|implements)\b/)
        .slice(1)
        .flatMap((clause) => parts(clause));
    }
    default:
      return [];
  }
}

/** What stands before the body. */
function head(source: string): string {
  return source.split('{')[0] ?? '';
}

function parts(list: string): readonly string[] {
  return list
    .split(',')
    .map((part) => part.trim().split(/\s/)[0] ?? '')
    .filter((part) => /^[\p{L}_$]/u.test(part));
}

/** The text in the first pair of brackets, if nothing but a name and its type parameters is before it. */
function within(source: string, open: string, close: string): string {
  const start = source.indexOf(open);
  const body = source.indexOf(':');
  if (start < 0 || (body >= 0 && body < start)) return '';
  let depth = 0;
  for (let at = start; at < source.length; at++) {
    if (source[at] === open) depth += 1;
    if (source[at] === close) depth -= 1;
    if (depth === 0) return source.slice(start + 1, at);
  }
  return '';
}

/** The text without what is in brackets; the `>` of an arrow closes nothing. */
function withoutNested(source: string, open: string, close: string): string {
  let depth = 0;
  let kept = '';
  for (let at = 0; at < source.length; at++) {
    const character = source[at] ?? '';
    if (character === open) depth += 1;
    if (depth === 0) kept += character;
    if (character === close && depth > 0 && !/[=-]/.test(source[at - 1] ?? '')) depth -= 1;
  }
  return kept;
}
