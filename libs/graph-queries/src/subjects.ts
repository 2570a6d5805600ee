import type { GraphNode } from '@quarry/graph-store';
import { endsInPath, namePartsOf } from '@quarry/turn';
import { isRouteName, routesNamed } from './http/routes';
import { inheritedMembers } from './inherited';
import type { GraphOperation, SnapshotGraph, Subject } from './operation';
import { ownerOf } from './owners';
import { typeParameters } from './type-parameters';

/** Definitions of one name that are read, at most. */
const MAX_DEFINITIONS = 200;

/**
 * The subjects that a name means, best first: definitions whose name it is or ends in. Definitions of the kinds that the
 * operation is for come alone where there are some, and so do those with the same case, and those in `file`.
 * @example
 * await subjectsOf(reader, OPERATIONS.callers, 'Client.send');   // [{ name: 'httpx._client.Client.send', nodes: […] }]
 */
export async function subjectsOf(
  { graph, ref }: SnapshotGraph,
  operation: Pick<GraphOperation, 'subjects'>,
  name: string,
  file?: string,
): Promise<readonly Subject[]> {
  if (isRouteName(name)) return routesNamed({ graph, ref }, name);
  const [, plain = name, parameters] = /^([^<]+)(<[^<>]*>)$/.exec(name) ?? [];
  const wanted = plain.replace(/::|#|->/g, '.');
  const [found = []] = await graph.lookup(ref, [wanted], MAX_DEFINITIONS);
  const bearing = found.filter(
    ({ match, kind, path }) => match === 'exact' && (kind !== 'FILE' || isPath(name, path)),
  );
  const sameCase = bearing.filter((node) => endsIn(node, wanted) || node.kind === 'FILE');
  // A name in small letters can be one that somebody typed so; `Error` is not `error`.
  const named = sameCase.length > 0 || wanted !== wanted.toLowerCase() ? sameCase : bearing;
  const reader = { graph, ref };
  const inherited = named.length > 0 ? [] : await inheritedMembers(reader, wanted);
  const exact =
    [named, inherited].find((some) => some.length > 0) ?? (await withPartsLeftOut(reader, wanted));
  const narrowed = [
    (node: GraphNode) => file === undefined || endsInPath(node.path ?? '', file),
    (node: GraphNode) => operation.subjects.length === 0 || operation.subjects.includes(node.kind),
    (node: GraphNode) => node.text !== undefined || node.kind === 'FILE',
  ].reduce<readonly GraphNode[]>((nodes, test) => {
    const some = nodes.filter(test);
    return some.length > 0 ? some : nodes;
  }, exact);
  const types = new Set(
    narrowed.filter(({ kind }) => kind === 'TYPE').map(({ qualifiedName }) => qualifiedName),
  );
  const parametersOf = typeParameters(narrowed);
  const subjects = new Map<string, GraphNode[]>();
  for (const node of narrowed.toSorted((a, b) => Number(b.kind === 'TYPE') - Number(a.kind === 'TYPE'))) {
    // A constructor bears the name of its type, and is meant with it.
    const owner = ownerOf(node.qualifiedName);
    const named = types.has(owner) && owner.endsWith(node.name) ? owner : node.qualifiedName;
    const full = `${named}${parametersOf(node)}`;
    const former = subjects.get(full);
    if (former) former.push(node);
    else subjects.set(full, [node]);
  }
  const all = [...subjects].map(([full, nodes]) => ({ name: full, nodes }));
  const meant = all.filter(
    (one) =>
      parameters !== undefined &&
      one.name.split(',').length === parameters.split(',').length &&
      one.name.includes('<'),
  );
  return meant.length > 0 ? meant : all;
}

/** A file is meant by its name with the ending, not by a word: `retry.ts`, and not `retry`. */
function isPath(name: string, path: string | undefined): boolean {
  return path !== undefined && /\.\w+$/.test(name) && endsInPath(path, name);
}

/** The same letters in the same case: `send` is not `SEND`. */
function endsIn({ key, qualifiedName, name }: GraphNode, wanted: string): boolean {
  const qualified = qualifiedName.replace(/::|[#/]/g, '.');
  const asked = wanted.replaceAll('/', '.');
  return key === wanted || name === wanted || qualified === asked || qualified.endsWith(`.${asked}`);
}

/**
 * Definitions of a name that leaves out parts between the first and the last: a package that exports `httpx._api.get` as
 * `httpx.get`. Those with the fewest parts left out.
 */
async function withPartsLeftOut(
  { graph, ref }: SnapshotGraph,
  wanted: string,
): Promise<readonly GraphNode[]> {
  const parts = namePartsOf(wanted);
  const last = parts.at(-1);
  if (parts.length < 2 || last === undefined) return [];
  const [found = []] = await graph.lookup(ref, [last], MAX_DEFINITIONS);
  const skipping = found.flatMap((node) => {
    const own = namePartsOf(node.qualifiedName);
    const skipped = own.length - parts.length;
    return node.match === 'exact' && node.kind !== 'FILE' && inOrderWithin(parts, own)
      ? [{ node, skipped }]
      : [];
  });
  const least = Math.min(...skipping.map(({ skipped }) => skipped));
  return skipping.filter(({ skipped }) => skipped === least).map(({ node }) => node);
}

/** Whether all parts occur in `own`, in the same order, the last at its end. */
function inOrderWithin(parts: readonly string[], own: readonly string[]): boolean {
  let at = 0;
  for (const part of own) if (part === parts[at]) at += 1;
  return at === parts.length && own.at(-1) === parts.at(-1);
}
