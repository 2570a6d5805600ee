import { packageNode, type EdgeKind } from '@quarry/graph-store';
import { keyInRepository, membersOf, shownRepository, type NodeKey } from '@quarry/turn';
import { found } from '../found';
import { httpNodes } from '../http/routes';
import { httpName, reaches } from '../http/route-match';
import { mentions } from '../mentions';
import type { QueryLimits, Relations, SnapshotGraph } from '../operation';
import { directSteps } from '../relations';
import { inRepositories } from './in-repositories';

const ECOSYSTEMS: readonly string[] = ['npm', 'pypi', 'go', 'nuget', 'maven', 'java'];

/**
 * Uses of a name that no indexed repository defines: of a package, of what code uses of a package (`lodash.debounce`), of
 * a configuration key; else the places that state it as text.
 */
export async function statedOrShared(
  reader: SnapshotGraph,
  name: string,
  limits: QueryLimits,
): Promise<Relations> {
  const shared = await sharedUses(
    reader,
    name,
    ['CALLS', 'USES', 'INHERITS', 'IMPLEMENTS', 'DEPENDS_ON', 'READS_FROM'],
    limits,
  );
  return shared.total > 0 ? shared : mentions(reader, name, limits);
}

/** Calls of what no indexed repository defines: of a function of a package, or of a route that none serves. */
export async function callsShared(
  reader: SnapshotGraph,
  name: string,
  limits: QueryLimits,
): Promise<Relations> {
  const route = httpName(name);
  if (!route) return sharedUses(reader, name, ['CALLS', 'USES'], limits);
  const requests = (await httpNodes(reader, 'REQUEST')).filter((request) => reaches(request, route) > 0);
  const calls = await directSteps(
    reader,
    requests.map(({ node }) => node.key),
    'in',
    ['CALLS'],
  );
  const all = inRepositories(reader, calls.steps, await found(reader, calls, limits));
  return all.total === 0 ? all : { ...all, limits: NO_ROUTE };
}

const NO_ROUTE =
  'No indexed repository serves this route: these are the requests whose path is the same, or ends so. Addresses that are only known at run time are not in the code graph.';
const NO_FILE =
  'No indexed file of configuration states this key: these are the places that read it by its literal name.';
const NO_DEFINITION =
  'No indexed repository defines this name: these are the files and definitions that import the package, or use it by its imported name.';

async function sharedUses(
  reader: SnapshotGraph,
  name: string,
  kinds: readonly EdgeKind[],
  limits: QueryLimits,
): Promise<Relations> {
  const keys = keysOf(name);
  const { ref } = reader;
  const members = membersOf(ref);
  const wanted = members
    ? members.flatMap(({ repository }) =>
        keys.map((key) => keyInRepository(shownRepository(repository), key)),
      )
    : keys;
  const { steps, cut } = await directSteps(reader, wanted, 'in', kinds);
  const stated = steps.filter(({ edge }) => edge.kind !== 'DEFINES');
  const all = inRepositories(reader, stated, await found(reader, { steps: stated, cut }, limits));
  const isKey = stated.every(({ edge }) => edge.kind === 'READS_FROM');
  return all.total === 0 ? all : { ...all, limits: isKey ? NO_FILE : NO_DEFINITION };
}

/** What a name can mean as a package, as a name of a package, or as a configuration key. */
function keysOf(name: string): readonly NodeKey[] {
  const dot = name.lastIndexOf('.');
  const [owner, used] = [name.slice(0, Math.max(0, dot)), name.slice(dot + 1)];
  return [
    ...ECOSYSTEMS.flatMap((ecosystem) => spelled(ecosystem, name).map((one) => packageNode(ecosystem, one))),
    ...(owner === ''
      ? []
      : ECOSYSTEMS.flatMap((ecosystem) =>
          spelled(ecosystem, owner).map((one) => packageNode(ecosystem, one, used)),
        )),
    `config:${name.replaceAll('__', ':')}|CONFIG_KEY`,
  ];
}

/** As the keys of packages have names, and as a question writes them. */
function spelled(ecosystem: string, name: string): readonly string[] {
  const normal = ecosystem === 'pypi' ? name.toLowerCase().replace(/[-_.]+/g, '-') : name;
  return [...new Set([normal, ecosystem === 'nuget' ? name.toLowerCase() : normal])];
}
