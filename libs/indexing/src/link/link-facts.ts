import type { GraphFile } from '@quarry/graph-store';
import type { FileFacts } from '../facts';
import { codeOf } from '../flow/flow-code';
import { contributionsOfAttached } from './contributions';
import { Linking, type LinkOptions } from './linking';
import { digestsOf, type FileLinks, type LinkState } from './link-state';
import { outlineOf } from './outline';
import { finalKeys, renamed } from './unique-keys';

/** A graph, and what the next run needs to link only what changed. */
export interface Linked {
  readonly graph: readonly GraphFile[];
  readonly state: LinkState;
}

/**
 * Turns the facts of single files into a graph: definitions with DEFINES edges, and an edge for every reference with
 * exactly one meaning. The number of arguments distinguishes overloads; otherwise the edge goes to all of them. An
 * ambiguous name produces no edge. Pure; the order of `facts` is kept.
 *
 * @example
 * await loadLanguages();
 * const read = (path: string, text: string) => extractorFor(path)?.(path, text) ?? [];
 * const facts = [read('a.ts', "import { b } from './b'; b();"), read('b.ts', 'export function b() {}')].flat();
 * const [main] = linkFacts(facts);
 * main?.edges; // [{ from: 'file:a.ts|FILE', to: 'typescript:b.b|FUNCTION', kind: 'CALLS', line: 1 }, …]
 */
export function linkFacts(facts: readonly FileFacts[], options: LinkOptions = {}): readonly GraphFile[] {
  return linkAll(facts, options).graph;
}

/** Links all files, and notes what each of them depends on. */
export function linkAll(facts: readonly FileFacts[], options: LinkOptions): Linked {
  const outlines = facts.map(outlineOf);
  const keys = finalKeys(outlines);
  const linking = new Linking(
    outlines.map((outline) => renamed(outline, keys.get(outline.path))),
    options,
  );
  const flows = new Map(facts.map(({ path, flow }) => [path, flow && codeOf(flow)]));
  const inferred = linking.inferred(flows);
  const files = new Map<string, FileLinks>();
  const graph = facts.map((file) => {
    const own = inferred.edges.get(file.path) ?? [];
    const { linked, readings } = linking.file(renamed(file, keys.get(file.path)), own);
    files.set(file.path, {
      dependencies: readings.all(),
      inferred: own,
      others: linking.othersDigest(file.path),
      linked: { edges: linked.edges, keys: keys.get(file.path) },
    });
    return linked;
  });
  const state = {
    settings: linking.settings(),
    attached: digestsOf(contributionsOfAttached(linking.attached, linking.dependencies)),
    flow: inferred.readings.all(),
    files,
  };
  return { graph, state };
}
