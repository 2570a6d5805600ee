import { listed } from './listed';
import type { QueryLimits, Relations, SnapshotGraph } from './operation';
import { scan } from './scan';

/** Types whose own line names a base or interface that the index does not define, such as `Error` or `http.Handler`. */
export async function statedBases(
  reader: SnapshotGraph,
  base: string,
  limits: QueryLimits,
): Promise<Relations> {
  const { nodes, cut } = await scan(reader, ['TYPE'], { containing: base, tests: true });
  const name = base.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = new RegExp(
    `(?:\\b(?:extends|implements|for)\\s|[(:,]|^impl(?:<[^>]*>)?\\s)\\s*(?:[\\w.]+[.])?${name}(?![\\w$])`,
  );
  const found = nodes.filter(({ signature = '' }) => pattern.test(signature)).map((node) => ({ node }));
  return listed(found, cut, limits);
}
