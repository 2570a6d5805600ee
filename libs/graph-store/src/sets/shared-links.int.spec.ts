import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { snapshotSet } from '@quarry/turn';
import { openGraphStore } from '../adapters';
import type { EdgeKind, GraphEdge, GraphNode, GraphStore, NodeKind } from '../port';
import { readingGraphSets } from './graph-sets';

const LIBRARY = { repository: 'signing', snapshot: 'v1' };
const APP = { repository: 'shop', snapshot: 'v1' };
const OTHER = { repository: 'other', snapshot: 'v1' };
const ALL = snapshotSet([LIBRARY, APP, OTHER]);

function node(key: string, kind: NodeKind, path: string): GraphNode {
  const qualifiedName = key.replace(/^\w+:/, '').replace(/\|.*$/, '');
  const name = qualifiedName.split('.').at(-1) ?? '';
  const language = key.startsWith('python:') ? 'python' : 'text';
  return { key, kind, name, qualifiedName, language, path, startLine: 1, endLine: 3, text: name };
}

const use = (
  to: string,
  kind: EdgeKind,
  line: number,
  from = 'python:sessions.open|FUNCTION',
): GraphEdge => ({ from, to, kind, line });

describe('links by names that repositories share', () => {
  let folder: string;
  let graph: GraphStore;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'quarry-shared-'));
    const store = openGraphStore(`sqlite:${folder}`);
    graph = readingGraphSets(store);
    const file = (path: string, nodes: readonly GraphNode[], edges: readonly GraphEdge[] = []) => ({
      path,
      digest: path,
      nodes,
      edges,
    });
    await store.write(LIBRARY, {
      files: [
        file('pyproject.toml', [node('package:pypi/signing|PACKAGE', 'PACKAGE', 'pyproject.toml')]),
        file('src/signer.py', [
          node('python:signer.Signer|TYPE', 'TYPE', 'src/signer.py'),
          node('python:signer.load|FUNCTION', 'FUNCTION', 'src/signer.py'),
        ]),
        file('src/json.py', [node('python:json.load|FUNCTION', 'FUNCTION', 'src/json.py')]),
        file('.env.example', [node('config:SIGNING_KEY|CONFIG_KEY', 'CONFIG_KEY', '.env.example')]),
      ],
    });
    await store.write(APP, {
      files: [
        file(
          'sessions.py',
          [
            node('file:sessions.py|FILE', 'FILE', 'sessions.py'),
            node('python:sessions.open|FUNCTION', 'FUNCTION', 'sessions.py'),
          ],
          [
            use('package:pypi/signing|PACKAGE', 'DEPENDS_ON', 1, 'file:sessions.py|FILE'),
            use('package:pypi/signing#Signer|PACKAGE', 'CALLS', 2),
            use('package:pypi/signing#load|PACKAGE', 'CALLS', 3),
            use('package:pypi/unknown#Signer|PACKAGE', 'CALLS', 3),
            use('config:SIGNING_KEY|CONFIG_KEY', 'READS_FROM', 3),
          ],
        ),
      ],
    });
    await store.write(OTHER, { files: [file('a.py', [node('python:a.Signer|TYPE', 'TYPE', 'a.py')])] });
  });
  afterAll(async () => {
    await graph.close();
    rmSync(folder, { recursive: true });
  });

  const at = async (key: string, direction: 'in' | 'out', ref = ALL) => {
    const { edges } = await graph.edgesAt(ref, [key], { direction, edgeKinds: [], limit: 20 });
    return edges
      .filter(({ from, to }) => !/^package:shop|^config:shop/.test(direction === 'in' ? from : to))
      .map(
        ({ from, to, kind, path, line, confidence }) =>
          `${direction === 'in' ? from : to} ${kind} ${path}:${line} ${confidence ?? 'certain'}`,
      );
  };
  const SESSION = 'python:shop/sessions.open|FUNCTION';

  it('lead from code to the definition that a package exports, with a confidence', async () => {
    expect(await at('python:signing/signer.Signer|TYPE', 'in')).toEqual([
      `${SESSION} CALLS shop/sessions.py:2 0.9`,
    ]);
  });

  it('are less sure where the package has several definitions of the name', async () => {
    expect(await at('python:signing/signer.load|FUNCTION', 'in')).toEqual([
      `${SESSION} CALLS shop/sessions.py:3 0.5`,
    ]);
    expect(await at('python:signing/json.load|FUNCTION', 'in')).toEqual([
      `${SESSION} CALLS shop/sessions.py:3 0.5`,
    ]);
  });

  it('do not lead to a repository that has the name, and does not provide the package', async () => {
    expect(await at('python:other/a.Signer|TYPE', 'in')).toEqual([]);
  });

  it('lead to the package and to the configuration key', async () => {
    expect(await at('package:signing/pypi/signing|PACKAGE', 'in')).toEqual([
      'file:shop/sessions.py|FILE DEPENDS_ON shop/sessions.py:1 certain',
    ]);
    expect(await at('config:signing/SIGNING_KEY|CONFIG_KEY', 'in')).toEqual([
      `${SESSION} READS_FROM shop/sessions.py:3 0.8`,
    ]);
  });

  it('are the same from the other side', async () => {
    expect((await at(SESSION, 'out')).toSorted()).toEqual([
      'config:signing/SIGNING_KEY|CONFIG_KEY READS_FROM shop/sessions.py:3 0.8',
      'python:signing/json.load|FUNCTION CALLS shop/sessions.py:3 0.5',
      'python:signing/signer.Signer|TYPE CALLS shop/sessions.py:2 0.9',
      'python:signing/signer.load|FUNCTION CALLS shop/sessions.py:3 0.5',
    ]);
  });

  it('do not exist without the other repository', async () => {
    expect(await at('python:signing/signer.Signer|TYPE', 'in', snapshotSet([LIBRARY, OTHER]))).toEqual([]);
    expect(
      (await at(SESSION, 'out', snapshotSet([APP, OTHER]))).filter((edge) => edge.startsWith('python')),
    ).toEqual([]);
  });
});
