import type { GraphEdge } from '@quarry/graph-store';
import type { Change, Relinked } from './change';
import { contributionsOf, contributionsOfAttached, type Contributions } from './contributions';
import type { Dependency } from './dependencies';
import { linesMoved } from './flow-lines';
import { Linking, type LinkOptions } from './linking';
import { digestsOf, type FileLinks, type LinkState } from './link-state';
import { outlineOf, type Outline } from './outline';
import { relinkMoved } from './relink-moved';
import { finalKeys, renamed } from './unique-keys';

/**
 * Links only files that changed, and those for which a look-up has another result than before. The graph is the same as
 * if all were linked.
 * @returns null if everything must be linked: a package or a source folder was added, renamed or removed
 */
export function relink(change: Change, options: LinkOptions): Relinked | null {
  const moved = relinkMoved(change);
  if (moved) return moved;
  const outlines = change.outlines();
  return relinkAmong(outlines, change.state(), change, options);
}

function relinkAmong(
  outlines: readonly Outline[],
  state: LinkState,
  change: Change,
  options: LinkOptions,
): Relinked | null {
  const { before, facts } = change;
  const keys = finalKeys(outlines);
  const outlineByPath = new Map(outlines.map((outline) => [outline.path, outline]));
  const linking = new Linking(
    outlines.map((outline) => renamed(outline, keys.get(outline.path))),
    options,
  );
  const settings = linking.settings();
  if (settings !== state.settings) return null;

  const earlier = new Map([...before].map(([path, file]) => [path, outlineOf(file)]));
  const same = outlines.filter(({ path }) => !change.changed.has(path));
  const keysBefore = finalKeys([...same, ...earlier.values()]);
  const moved = new Set([...change.changed, ...before.keys()]);
  for (const { path } of same) if (textOf(keys.get(path)) !== textOf(keysBefore.get(path))) moved.add(path);

  const touched = new Set<Dependency>();
  const contributed = (outline: Outline | undefined, names: typeof keys): Contributions =>
    outline
      ? contributionsOf(renamed(outline, names.get(outline.path)), linking.dependencies)
      : new Map<Dependency, string>();
  for (const path of moved) {
    const now = outlineByPath.get(path);
    const then = earlier.get(path) ?? (change.changed.has(path) ? undefined : now);
    difference(contributed(then, keysBefore), contributed(now, keys), touched);
  }
  const attached = digestsOf(contributionsOfAttached(linking.attached, linking.dependencies));
  difference(state.attached, attached, touched);

  const affected = new Set([...moved].filter((path) => outlineByPath.has(path)));
  for (const { path } of same) {
    const links = state.files.get(path);
    if (!links || meets(links.dependencies, touched) || links.others !== linking.othersDigest(path))
      affected.add(path);
  }
  const flow = inferredNow(outlines, state, change, linking, moved, touched);
  if (flow.edges) {
    for (const { path } of same)
      if (textOf(flow.edges(path)) !== textOf(state.files.get(path)?.inferred ?? [])) affected.add(path);
  }
  const files = new Map<string, FileLinks>();
  const graph = outlines
    .filter(({ path }) => affected.has(path))
    .map(({ path }) => {
      const inferred = flow.edges ? flow.edges(path) : flow.moved(path);
      const { linked, readings } = linking.file(renamed(facts(path), keys.get(path)), inferred);
      const others = linking.othersDigest(path);
      const own = { edges: linked.edges, keys: keys.get(path) };
      files.set(path, { dependencies: readings.all(), inferred, others, linked: own });
      return linked;
    });
  return { graph, files, project: { settings, attached, flow: flow.dependencies } };
}

/**
 * The calls of functions that are passed on: followed again only if a value may go elsewhere than before. `edges`:
 * those of each file; null if they are as before, and `moved` gives those of a changed file in its own lines.
 */
function inferredNow(
  outlines: readonly Outline[],
  state: LinkState,
  { before, facts, flows, changed }: Change,
  linking: Linking,
  moved: ReadonlySet<string>,
  touched: ReadonlySet<Dependency>,
): {
  readonly edges: ((path: string) => readonly GraphEdge[]) | null;
  readonly moved: (path: string) => readonly GraphEdge[];
  readonly dependencies: Uint32Array;
} {
  const present = new Set(outlines.map(({ path }) => path));
  const lines = new Map<string, ReadonlyMap<number, number>>();
  let isSame = !meets(state.flow, touched);
  for (const path of isSame ? moved : []) {
    const now = present.has(path) ? facts(path) : undefined;
    const then = before.get(path) ?? (changed.has(path) ? undefined : now);
    const mapped = linesMoved(then, now);
    // A file whose keys are others has other callers.
    if (!mapped || (now?.flow && !changed.has(path))) isSame = false;
    else lines.set(path, mapped);
  }
  const own = (path: string) => state.files.get(path)?.inferred ?? [];
  if (isSame) {
    const inOwnLines = (path: string): readonly GraphEdge[] => {
      const mapped = lines.get(path);
      return own(path).map((edge) =>
        edge.line === undefined ? edge : { ...edge, line: mapped?.get(edge.line) ?? edge.line },
      );
    };
    return { edges: null, moved: inOwnLines, dependencies: state.flow };
  }
  const { edges, readings } = linking.inferred(flows());
  return { edges: (path) => edges.get(path) ?? [], moved: own, dependencies: readings.all() };
}

function difference(
  then: ReadonlyMap<Dependency, string>,
  now: ReadonlyMap<Dependency, string>,
  touched: Set<Dependency>,
): void {
  for (const [dependency, text] of then) if (now.get(dependency) !== text) touched.add(dependency);
  for (const dependency of now.keys()) if (!then.has(dependency)) touched.add(dependency);
}

function meets(dependencies: Uint32Array, touched: ReadonlySet<Dependency>): boolean {
  return dependencies.some((each) => touched.has(each));
}

function textOf(value: ReadonlyMap<string, string> | readonly GraphEdge[] | undefined): string {
  return JSON.stringify(value instanceof Map ? [...value] : (value ?? null));
}
