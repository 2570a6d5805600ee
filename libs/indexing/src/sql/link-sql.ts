import type { EdgeKind, GraphEdge, NodeKind } from '@quarry/graph-store';
import type { NodeKey } from '@quarry/turn';
import type { FileFacts, Reference } from '../facts';
import { SqlCursor } from './cursor';
import { type SqlName, SQL_KINDS, qualifiedSqlName, sameSqlName } from './sql-name';
import { tokenizeSql } from './tokens';

/** Possible targets of a kind of reference, best first. */
const TARGETS: Partial<Record<EdgeKind, readonly NodeKind[]>> = {
  READS_FROM: ['TABLE', 'VIEW', 'SQL_FUNCTION'],
  WRITES_TO: ['TABLE', 'VIEW'],
  EXECUTES: ['PROC', 'SQL_FUNCTION'],
  FK: ['TABLE'],
  USES: ['SQL_FUNCTION', 'TABLE', 'VIEW'],
  MAPS_TO: ['TABLE', 'VIEW'],
};

/**
 * Resolves the database references of SQL files and code: path → edges that start in that file. Names are compared
 * case-insensitively. A name without a schema means `dbo`, otherwise the only object of that name; database and server
 * names are ignored. Unresolved references produce no edge. DEFINES edges are not included.
 */
export function sqlEdges(facts: readonly FileFacts[]): ReadonlyMap<string, readonly GraphEdge[]> {
  return new SqlLinker(facts).edges();
}

interface Target {
  readonly key: NodeKey;
  readonly kind: NodeKind;
  readonly qualifiedName: string;
}

class SqlLinker {
  private readonly byQualified = new Map<string, Target[]>();
  private readonly byName = new Map<string, Target[]>();
  /** Lower-case keys of database objects → their keys. */
  private readonly keys = new Map<string, NodeKey>();
  /** Simple name of a C# class → its location; null if several classes have the name. */
  private readonly classes = new Map<string, { readonly path: string; readonly key: NodeKey } | null>();
  private readonly fields = new Set<NodeKey>();
  private readonly found = new Map<string, Map<string, GraphEdge>>();

  constructor(private readonly facts: readonly FileFacts[]) {
    for (const file of facts) for (const node of file.nodes) this.register(file, node);
  }

  edges(): ReadonlyMap<string, readonly GraphEdge[]> {
    const mapped = this.entities();
    for (const file of this.facts) {
      for (const reference of file.references) {
        if (reference.kind === 'USES' && file.language !== 'sql') continue;
        // An explicit mapping of the entity takes precedence over the conventional table names.
        const entity = this.isConvention(reference) ? mapped.get(reference.receiver ?? '') : undefined;
        const targets = entity ?? this.resolve(reference);
        for (const to of targets) this.add(file.path, this.source(reference.from), to, reference);
        if (reference.kind === 'MAPS_TO' && reference.receiver) this.addEntity(reference, targets);
      }
    }
    return new Map([...this.found].map(([path, edges]) => [path, [...edges.values()]]));
  }

  private register(file: FileFacts, node: FileFacts['nodes'][number]): void {
    if (file.language === 'csharp' && node.kind === 'TYPE') {
      const known = this.classes.has(node.name) && this.classes.get(node.name)?.key !== node.key;
      this.classes.set(node.name, known ? null : { path: file.path, key: node.key });
    }
    if (node.kind === 'FIELD') this.fields.add(node.key);
    if (!SQL_KINDS.has(node.kind) || this.keys.has(sameSqlName(node.key))) return;
    this.keys.set(sameSqlName(node.key), node.key);
    push(this.byQualified, sameSqlName(node.qualifiedName), node);
    push(this.byName, sameSqlName(node.name), node);
  }

  /** Entity class → keys of the tables that an attribute or the model configuration maps it to. */
  private entities(): ReadonlyMap<string, readonly NodeKey[]> {
    const mapped = new Map<string, readonly NodeKey[]>();
    for (const file of this.facts) {
      const names = new Map(file.nodes.map((node) => [node.key, node.name]));
      for (const reference of file.references) {
        if (reference.kind !== 'MAPS_TO' || this.isConvention(reference)) continue;
        const entity = reference.receiver ?? names.get(reference.from);
        const targets = this.resolve(reference);
        if (entity && targets.length > 0) mapped.set(entity, targets);
      }
    }
    return mapped;
  }

  /** `DbSet<Invoice> Invoices`: a property that only suggests the table's name. */
  private isConvention({ kind, from, receiver }: Reference): boolean {
    return kind === 'MAPS_TO' && receiver !== undefined && this.fields.has(from);
  }

  private resolve(reference: Reference): readonly NodeKey[] {
    const kinds = TARGETS[reference.kind];
    const name = kinds && parseName(reference.name);
    if (!name || name.length > 3) return [];
    const exact = pick(this.byQualified.get(sameSqlName(qualifiedSqlName(name))), kinds);
    if (exact) return [exact];
    if (name.length > 1) return [];
    const any = (this.byName.get(sameSqlName(name[0]!)) ?? []).filter(({ kind }) => kinds.includes(kind));
    const names = new Set(any.map(({ qualifiedName }) => sameSqlName(qualifiedName)));
    const best = names.size === 1 ? pick(any, kinds) : undefined;
    return best ? [best] : [];
  }

  private source(from: NodeKey): NodeKey {
    return this.keys.get(sameSqlName(from)) ?? from;
  }

  private add(path: string, from: NodeKey, to: NodeKey, { kind, line }: Reference): void {
    const edges = this.edgesOf(path);
    const id = `${from}\n${kind}\n${to}`;
    if (!edges.has(id)) edges.set(id, { from, to, kind, line });
  }

  private edgesOf(path: string): Map<string, GraphEdge> {
    const edges = this.found.get(path) ?? new Map<string, GraphEdge>();
    this.found.set(path, edges);
    return edges;
  }

  /**
   * The entity's own edge. It belongs to the entity's file, so it has no line: that of the mapping is in another file.
   */
  private addEntity({ receiver }: Reference, targets: readonly NodeKey[]): void {
    const entity = this.classes.get(receiver!);
    if (!entity) return;
    const edges = this.edgesOf(entity.path);
    for (const to of targets) {
      const id = `${entity.key}\nMAPS_TO\n${to}`;
      if (!edges.has(id)) edges.set(id, { from: entity.key, to, kind: 'MAPS_TO' });
    }
  }
}

function parseName(written: string): SqlName | undefined {
  return new SqlCursor(tokenizeSql(written).tokens).name();
}

function pick(targets: readonly Target[] | undefined, kinds: readonly NodeKind[]): NodeKey | undefined {
  for (const kind of kinds) {
    const target = targets?.find((t) => t.kind === kind);
    if (target) return target.key;
  }
  return undefined;
}

function push(map: Map<string, Target[]>, key: string, target: Target): void {
  const list = map.get(key);
  if (list) list.push(target);
  else map.set(key, [target]);
}
