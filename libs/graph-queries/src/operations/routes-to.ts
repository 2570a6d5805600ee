import type { EdgeKind } from '@quarry/graph-store';
import { counted, found } from '../found';
import { unplacedCalls, withUnplaced } from '../namesakes';
import type { GraphOperation } from '../operation';
import { dependents } from './dependents';

/** Relations along which a request goes on. */
const FLOW: readonly EdgeKind[] = ['CALLS', 'EXECUTES', 'USES', 'READS_FROM', 'WRITES_TO', 'MAPS_TO'];
/** Calls between a route and what it leads to, at most. */
const DEPTH = 12;

/** HTTP routes whose requests lead to a name, nearest first. */
export const routesTo: GraphOperation = {
  name: 'routes-to',
  summary: 'HTTP routes that lead to NAME, nearest first',
  names: 1,
  subjects: [],
  questions: [
    '(?:what|which) (?:http |rest |api )*(?:routes?|endpoints?)(?: (?:can|could|would|may|might|will|do|does|that|which))? (?:ever |eventually |indirectly )?(?:reach(?:es)?|leads? to|gets? to|ends? up (?:in|at|calling)|calls?|invokes?|executes?|uses?|hits?|triggers?|runs?|reads?|writes?(?: to)?|touch(?:es)?|depends? (?:up)?on) {X}',
    '(?:what|which) (?:http |rest |api )*(?:routes?|endpoints?) (?:is|are|would be) affected (?:by|if|when) (?:a change (?:of|in|to) |changing )?{X}(?: (?:changes|is changed))?',
    '(?:http |rest |api )*(?:routes?|endpoints?) (?:that )?(?:reach(?:ing)?|lead(?:ing)? to|call(?:ing)?|us(?:e|ing)) {X}',
    '(?:from|by|through|via) (?:what|which) (?:http |rest |api )*(?:routes?|endpoints?) (?:is|are|can) {X} (?:be )?(?:reached|called|reachable|used)',
  ],
  heading: ([subject = ''], all) => `${counted(all, 'route')} leading to ${subject}`,
  run: async (reader, subjects, limits) => {
    const before = await dependents(reader, subjects, { depth: DEPTH, maxNodes: 10_000, edgeKinds: FLOW });
    const steps = before.steps.filter(({ end }) => end.endsWith('|ROUTE'));
    const reached = new Set(before.steps.map(({ end }) => end));
    const unplaced = await unplacedCalls(reader, subjects, ({ key }) => !reached.has(key));
    return {
      ...(await found(reader, { steps, cut: before.cut }, limits)),
      ...withUnplaced(unplaced),
      ...(unplaced.length > 0 ? { note: 'routes that lead to these are not listed' } : {}),
    };
  },
};
