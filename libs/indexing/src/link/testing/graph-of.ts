import { extractorFor, loadLanguages } from '../../languages/languages';
import type { FileFacts } from '../../facts';
import { linkFacts } from '../link-facts';

/** Reads files (path → text) into facts; the first call loads the languages. */
export async function factsOf(files: Readonly<Record<string, string>>): Promise<readonly FileFacts[]> {
  await loadLanguages();
  return Object.entries(files).map(([path, text]) => extractorFor(path)!(path, text));
}

/**
 * The linked graph as comparable lines: `key first-last` for nodes, `from KIND to` for edges, with keys without
 * language.
 */
export async function graphOf(
  files: Readonly<Record<string, string>>,
): Promise<{ readonly nodes: readonly string[]; readonly edges: readonly string[] }> {
  const graph = linkFacts(await factsOf(files));
  const nodes = graph.flatMap((file) => file.nodes);
  const short = (key: string) => key.slice(key.indexOf(':') + 1);
  return {
    nodes: nodes
      .filter(({ kind }) => kind !== 'FILE')
      .map(({ key, startLine, endLine }) => `${short(key)} ${startLine}-${endLine}`),
    edges: graph
      .flatMap((file) => file.edges)
      .filter(({ kind }) => kind !== 'DEFINES')
      .map(({ from, kind, to }) => `${short(from)} ${kind} ${short(to)}`),
  };
}
