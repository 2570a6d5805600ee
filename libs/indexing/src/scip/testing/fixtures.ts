import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GraphFile } from '@quarry/graph-store';
import { extractorFor } from '../../languages/languages';
import { linkFacts } from '../../link/link-facts';
import { joinIndex, type Joined } from '../join';
import { withScip } from '../overlay';

/** Released packages with the indexes that real indexers made of them; see their README. */
export const SCIP_FIXTURES = join(__dirname, '../../../../../test/fixtures/scip');

/** The graph of a fixture, and what its SCIP index says; `edit` changes a file's text after it was indexed. */
export function joinedFixture(
  name: string,
  edit: (path: string, text: string) => string = (_, text) => text,
): Joined & { readonly graph: readonly GraphFile[]; readonly after: readonly GraphFile[] } {
  const folder = join(SCIP_FIXTURES, name);
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
  const graph = linkFacts(
    paths.flatMap((path) => {
      const extract = extractorFor(path);
      return extract ? extract(path, read(path)) : [];
    }),
  );
  const byPath = new Map(graph.map((file) => [file.path, file]));
  const nodes = new Map(graph.flatMap((file) => file.nodes.map((node) => [node.key, node] as const)));
  const joined = joinIndex(readFileSync(join(folder, 'index.scip')), {
    pathOf: (path) => path,
    nodesOf: (path) => byPath.get(path)?.nodes,
    textOf: (path) => ({ text: edit(path, read(path)), sha: 'sha' }),
  });
  const imported = new Map(joined.files.map((file) => [file.path, file]));
  const after = graph.map((file) => {
    const scip = imported.get(file.path);
    return scip ? withScip(file, scip, (key) => nodes.get(key)) : file;
  });
  return { ...joined, graph, after };
}

/** Edges as `from KIND to :line`, without the language and the kinds of nodes. */
export function edgesIn(files: readonly GraphFile[], provenance?: 'scip'): readonly string[] {
  const name = (key: string) => key.slice(key.indexOf(':') + 1, key.lastIndexOf('|'));
  return files.flatMap(({ edges }) =>
    edges
      .filter((edge) => edge.kind !== 'DEFINES' && edge.provenance === provenance)
      .map(({ from, to, kind, line }) => `${name(from)} ${kind} ${name(to)} :${line}`),
  );
}
