import type { GraphNodeRef } from '@quarry/turn';
import { rankNodes } from './relevance';

const node = (name: string, kind: GraphNodeRef['kind'], more: Partial<GraphNodeRef> = {}): GraphNodeRef => ({
  ...{ key: `python:${name}|${kind}`, name, kind, language: 'python', depth: 1 },
  ...more,
});
const names = (question: string, nodes: readonly GraphNodeRef[]): readonly string[] =>
  rankNodes(question, nodes, new Map()).map(({ name }) => name);

describe('rankNodes', () => {
  it('puts names with words of the question first, then what is near', () => {
    const nodes = [
      node('far', 'FUNCTION', { depth: 2 }),
      node('near', 'FUNCTION'),
      node('trusted_hosts', 'METHOD', { depth: 2 }),
    ];
    expect(names('Which hosts are trusted?', nodes)).toEqual(['trusted_hosts', 'near', 'far']);
  });

  it('puts the line of a field last, unless the question has its name', () => {
    const nodes = [node('Scope', 'FIELD'), node('parse_hosts', 'FUNCTION', { depth: 2 })];
    expect(names('Who is the visitor?', nodes)).toEqual(['parse_hosts', 'Scope']);
    expect(names('What is the scope?', nodes)).toEqual(['Scope', 'parse_hosts']);
  });
});
