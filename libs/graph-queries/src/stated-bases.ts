import { listed } from './listed';
import type { QueryLimits, Relations, SnapshotGraph } from './operation';
import { scan } from './scan';
import { escaped } from './source-lines';

/** Types whose own line names a base or interface that the index does not define, such as `Error` or `http.Handler`. */
export async function statedBases(
  reader: SnapshotGraph,
  base: string,
  limits: QueryLimits,
): Promise<Relations> {
  const { nodes, cut } = await scan(reader, ['TYPE'], { containing: base, tests: true });
  const name = escaped(base);
  const pattern = new RegExp(
    `(?:\\b(?:extends|implements|for)\\s|[(:,]|^impl(?:<[^>]*>)?\\s)\\s*(?:[\\w.]+[.])?${name}(?![\\w$])`,
  );
  const found = nodes.filter(({ signature = '' }) => pattern.test(signature)).map((node) => ({ node }));
  return listed(found, cut, limits);
}
