import { counted } from '../found';
import { httpNodes, reached } from '../http/routes';
import { listed, type Listed } from '../listed';
import type { GraphOperation } from '../operation';
import { isIn } from '../scan';

/** HTTP routes that the code serves, by path, each with the number of requests to it. */
export const routes: GraphOperation = {
  name: 'routes',
  summary: 'HTTP routes that the code serves, of everything or of FOLDER',
  names: 0,
  subjects: [],
  limits: 'Routes are read from the calls and annotations of common frameworks.',
  questions: [
    '(?:(?:what|which) )?(?:http |rest |api )*(?:routes|endpoints)(?: (?:are|is) (?:there|served|defined|registered|exposed))?(?: (?:of|in|under|within|by) {X})?',
    '(?:what|which) (?:http |rest |api )*(?:routes|endpoints) (?:does|do) {anyone} (?:have|serve|expose|define|offer)',
  ],
  heading: ([folder], all) => `${counted(all, 'route')}${folder === undefined ? '' : ` in ${folder}`}`,
  run: async (reader, _subjects, limits) => {
    const all = await httpNodes(reader, 'ROUTE');
    const requests = await httpNodes(reader, 'REQUEST');
    const counts = new Map<string, number>();
    for (const request of requests)
      for (const { route } of reached(request, all))
        counts.set(route.node.key, (counts.get(route.node.key) ?? 0) + 1);
    const found = all
      .filter(({ node }) => isIn(node, limits.folder))
      .toSorted((a, b) => (order(a.segments, a.method) < order(b.segments, b.method) ? -1 : 1))
      .map(({ node }): Listed => {
        const count = counts.get(node.key) ?? 0;
        return {
          node,
          note: count === 0 ? undefined : `${count} request${count === 1 ? '' : 's'}, probably`,
        };
      });
    return listed(found, false, limits);
  },
};

function order(segments: readonly string[], method: string): string {
  return `${segments.join('/')} ${method}`;
}
