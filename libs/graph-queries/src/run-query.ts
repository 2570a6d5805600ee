import { nearNames } from './near-names';
import type { GraphOperation, SnapshotGraph, QueryLimits, Relations, Subject } from './operation';
import type { OperationName } from './operation-names';
import { OPERATIONS } from './operations';
import { subjectsOf } from './subjects';

/** An operation with its names, as a caller asks for it. */
export interface GraphQuery {
  readonly operation: OperationName;
  readonly names: readonly string[];
  /** Restricts the first name to this file. */
  readonly file?: string | undefined;
}

/** What a query found. */
export type GraphResult =
  | {
      readonly status: 'found';
      readonly operation: GraphOperation;
      /** As they were asked for. */
      readonly names: readonly string[];
      /** For each name, the definitions that it means. */
      readonly subjects: readonly (readonly Subject[])[];
      readonly found: Relations;
    }
  | {
      /** A name means more than one definition can say: choose one of them. */
      readonly status: 'ambiguous';
      readonly name: string;
      readonly subjects: readonly Subject[];
    }
  | {
      readonly status: 'unknown_name';
      readonly name: string;
      /** Names in the graph that are similar, nearest first. */
      readonly near: readonly string[];
    };

/** Definitions of one name that a query still answers for together. */
export const MAX_SUBJECTS = 12;
const MAX_NEAR = 5;

/**
 * Answers one query from the code graph.
 * @throws Fault those of the graph store
 * @example
 * const result = await runQuery({ graph, ref }, { operation: 'callers', names: ['Client.send'] }, { limit: 100 });
 */
export async function runQuery(
  reader: SnapshotGraph,
  { operation: name, names, file }: GraphQuery,
  limits: QueryLimits,
): Promise<GraphResult> {
  const operation = OPERATIONS[name];
  const subjects: (readonly Subject[])[] = [];
  for (const [at, wanted] of names.entries()) {
    const found = await subjectsOf(reader, operation, wanted, at === 0 ? file : undefined);
    if (found.length === 0)
      return {
        status: 'unknown_name',
        name: wanted,
        near: await nearNames(reader.graph, reader.ref, wanted, MAX_NEAR),
      };
    if (found.length > MAX_SUBJECTS) return { status: 'ambiguous', name: wanted, subjects: found };
    subjects.push(found);
  }
  const given =
    operation.names === 1
      ? (subjects[0] ?? [])
      : subjects.map((same) => ({ name: same[0]?.name ?? '', nodes: same.flatMap(({ nodes }) => nodes) }));
  return { status: 'found', operation, names, subjects, found: await operation.run(reader, given, limits) };
}
