import { posix } from 'node:path';
import type { NodeKey } from '@quarry/turn';
import type { Reference } from '../facts';
import type { Dependencies, Dependency } from './dependencies';
import type { Outline, OutlineNode } from './outline';
import { familyOf, moduleEnds, namespacesOf, sortImports, type Imported } from './project';
import { featureOf } from './modules-ruby';

/** A member or a base that is written outside its type, as linking found it. */
export interface Attachment {
  readonly owner: NodeKey;
  readonly node: OutlineNode;
  /** Of an added base: its reference. */
  readonly base?: Reference;
}

/** What each look-up finds in some files, as text that is equal if the result is. Lines do not matter. */
export type Contributions = ReadonlyMap<Dependency, string>;

/** What a file contributes to the results of look-ups. */
export function contributionsOf(file: Outline, dependencies: Dependencies): Contributions {
  const found = new Collected();
  const family = familyOf(file.language);
  const { path } = file;
  const [own] = file.nodes;
  if (!own) return found.texts;
  const of = dependencies.of.bind(dependencies);
  found.add(of('file', path), JSON.stringify([file.language, file.namespace, seen(own)]));
  for (const node of file.nodes) {
    const text = seen(node);
    found.add(of('node', node.key), text);
    if (node.kind === 'FILE') continue;
    found.add(of('qualified', family, node.qualifiedName), text);
    if (node.kind === 'TYPE') found.add(of('type', family, node.name), text);
    if (node.kind === 'METHOD') found.add(of('method', family, node.name), text);
    if (node.parent !== undefined) found.add(of('member', node.parent, node.name), text);
  }
  for (const space of namespacesOf(file, family)) found.add(of('namespace', family, space), '');
  for (const reference of file.references) {
    if (reference.receiver === undefined && isHeritage(reference))
      found.add(of('bases', reference.from), seenBase(reference));
  }
  const { locals, handedOn, wildcards, handedOnWhole } = sortImports(file, family);
  const name = ({ fact, imported }: Imported): string => JSON.stringify([fact.module, imported]);
  for (const [local, each] of locals) found.add(of('local', path, local), name(each));
  for (const [local, each] of handedOn) found.add(of('handed on', path, local), name(each));
  for (const { module } of wildcards) found.add(of('wildcards', path), module);
  for (const { module } of handedOnWhole) found.add(of('handed on whole', path), module);
  if (family === 'python') for (const end of moduleEnds(path)) found.add(of('module', end), '');
  if (family === 'c') found.add(of('include', posix.basename(path)), path);
  if (family === 'ruby') found.add(of('feature', featureOf(path)), path);
  return found.texts;
}

/** What members and bases that are written elsewhere contribute. */
export function contributionsOfAttached(
  attached: readonly Attachment[],
  dependencies: Dependencies,
): Contributions {
  const of = dependencies.of.bind(dependencies);
  const found = new Collected();
  for (const { owner, node, base } of attached) {
    if (base) found.add(of('bases', owner), seenBase(base));
    else {
      found.add(of('member', owner, node.name), seen(node));
      found.add(of('node', node.key), owner);
    }
  }
  return found.texts;
}

export function isHeritage({ kind }: Reference): boolean {
  return kind === 'INHERITS' || kind === 'IMPLEMENTS';
}

class Collected {
  readonly texts = new Map<Dependency, string>();

  add(dependency: Dependency, text: string): void {
    const known = this.texts.get(dependency);
    this.texts.set(dependency, known === undefined ? text : `${known}\n${text}`);
  }
}

/** What linking reads of a definition. */
function seen({ startLine: _s, endLine: _e, text: _t, skipped: _k, ...node }: OutlineNode): string {
  return JSON.stringify(node);
}

function seenBase({ line: _, ...reference }: Reference): string {
  return JSON.stringify(reference);
}
