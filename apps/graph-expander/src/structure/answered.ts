import {
  runQuery,
  type GraphResult,
  type SnapshotGraph,
  type StructuralQuestion,
} from '@quarry/graph-queries';
import type { Misspelled } from './graph-answer';

/**
 * The result of a question; of a name that the graph does not have, and that is a misspelling of one that it has, the
 * result for that one.
 */
export async function answered(
  reader: SnapshotGraph,
  question: StructuralQuestion,
  limits: { readonly limit: number },
): Promise<{ readonly result: GraphResult; readonly asked?: Misspelled }> {
  const result = await runQuery(reader, question, limits);
  if (result.status !== 'unknown_name' || result.meant === undefined || result.name === '') return { result };
  const { name, meant } = result;
  const names = question.names.map((one) => (one === name ? meant : one));
  const right = await runQuery(reader, { ...question, names }, limits);
  return right.status === 'found' ? { result: right, asked: { name, meant } } : { result };
}
