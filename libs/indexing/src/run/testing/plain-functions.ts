import type { GraphEdge, GraphFile, GraphNode } from '@quarry/graph-store';
import type { Extract, FileFacts } from '../../facts';
import { finalKeys, renamed } from '../../link/unique-keys';
import { sha256 } from '../../source/decode';

/**
 * A tiny language for the specs: `function NAME` up to a line `end`, with `call NAME` lines inside. It is really read
 * and linked, so that runs are tested without waiting for grammars.
 */
export const extractPlain: Extract = (path, text) => {
  if (text.includes('PARSER BOMB')) throw new Error('the parser gave up');
  const nodes: GraphNode[] = [
    { key: `plain:${path}|FILE`, kind: 'FILE', name: path, qualifiedName: path, language: 'plain', path },
  ];
  const references: FileFacts['references'][number][] = [];
  const lines = text.split('\n');
  lines.forEach((line, i) => {
    const name = /^function (\w+)$/.exec(line)?.[1];
    const called = /^\s*call (\w+)$/.exec(line)?.[1];
    const owner = nodes.at(-1)?.key ?? '';
    if (called !== undefined) references.push({ from: owner, kind: 'CALLS', name: called, line: i + 1 });
    if (name === undefined) return;
    const end = lines.indexOf('end', i);
    nodes.push({
      key: `plain:${name}|FUNCTION`,
      kind: 'FUNCTION',
      name,
      qualifiedName: name,
      language: 'plain',
      path,
      startLine: i + 1,
      endLine: end + 1,
      text: lines.slice(i, end + 1).join('\n'),
    });
  });
  return {
    path,
    language: 'plain',
    nodes,
    imports: [],
    references,
    ...(text.includes('???') ? { problem: 'line 1: ??? is no word' } : {}),
  };
};

/** Calls of functions that some file defines; a function that several files define gets its own key in each. */
export function linkPlain(given: readonly FileFacts[]): GraphFile[] {
  const keys = finalKeys(given);
  const facts = given.map((file) => renamed(file, keys.get(file.path)));
  const known = new Set(facts.flatMap(({ nodes }) => nodes.map(({ key }) => key)));
  return facts.map(({ path, nodes, references }) => {
    const edges = references
      .map(({ from, name, line }): GraphEdge => ({ from, to: `plain:${name}|FUNCTION`, kind: 'CALLS', line }))
      .filter(({ to }) => known.has(to));
    return { path, nodes, edges, digest: sha256(JSON.stringify([nodes, edges])) };
  });
}
