import { someEvidence } from '@quarry/engine/testing';
import { withRelations } from './stated-relations';

const key = 'java:jsoup.Evaluator.Has|TYPE';
const evidence = [
  someEvidence(1, { nodeKey: key, text: 'static class Has {' }),
  someEvidence(2, { nodeKey: 'java:jsoup.Node|TYPE', text: 'class Node {' }),
];
const edges = [
  { from: 'java:jsoup.QueryParser.has|METHOD', to: key, kind: 'USES', line: 431, path: 'QueryParser.java' },
  { from: key, to: 'java:jsoup.Element|TYPE', kind: 'USES', line: 7, path: 'Has.java' },
];
const graph = { entries: [], nodes: [], edges };
const texts = (answer: string): readonly string[] =>
  withRelations({ evidence, graph }, answer).map(({ text }) => text);

describe('evidence with the relations that an answer names', () => {
  it.each<[answer: string, ...lines: string[]]>([
    ['`Has` is made in `QueryParser.has` [1].', 'used by: QueryParser.has in QueryParser.java line 431'],
    ['It is made in line 431 [1].', 'used by: QueryParser.has in QueryParser.java line 431'],
    ['It takes an `Element` [1].', 'uses: Element in Has.java line 7'],
    ['It is a class [1].'],
  ])('%s', (answer, ...lines) => {
    expect(texts(answer)).toEqual([['static class Has {', ...lines].join('\n'), 'class Node {']);
  });
});
