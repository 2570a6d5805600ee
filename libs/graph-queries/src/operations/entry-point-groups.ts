import { isExamplePath, type NodeKey } from '@quarry/turn';
import type { Listed } from '../listed';
import { decoratorOf, isPublic } from '../visibility';

/** What is counted where there are programs, or functions that a framework calls; the order is that of the heading. */
const OTHERS = ['public', 'not public', 'in examples, samples and benchmarks'] as const;

type Group = 'program' | 'handler' | (typeof OTHERS)[number];

/** Entry points in the order in which a reader wants them, and how many of them a text only counts. */
export interface Grouped {
  readonly found: readonly Listed[];
  readonly reasons: readonly (readonly [reason: string, count: number])[];
  /** Whether all that a text lists are programs. */
  readonly arePrograms: boolean;
}

/** A program that only builds another one. */
const BUILD_SCRIPT = /(?:^|\/)(?:build\.rs|setup\.py)$/;

/**
 * Programs first, then what a framework calls by a decorator or attribute. A text counts the others where there are such:
 * most are an interface for other code. Where a program is only among examples, it is listed.
 * @param found in order, within each group
 * @param starting what a program starts with
 */
export function groupedEntryPoints(found: readonly Listed[], starting: ReadonlySet<NodeKey>): Grouped {
  const groups = Map.groupBy(found, (one) => groupOf(one, starting));
  const of = (group: Group): readonly Listed[] => groups.get(group) ?? [];
  const examples = of('in examples, samples and benchmarks');
  const shown = examples.filter(({ node }) => starting.has(node.key));
  const programs = of('program').length > 0 ? of('program') : shown;
  const scripts = Map.groupBy(programs, ({ node }) => BUILD_SCRIPT.test(node.path ?? ''));
  const main = [...(scripts.get(false) ?? []), ...(scripts.get(true) ?? []), ...of('handler')];
  const isMain = new Set(main);
  const others = OTHERS.map((group) => [group, of(group).filter((one) => !isMain.has(one))] as const);
  const apart = main.length === 0 ? {} : { aside: true as const };
  return {
    arePrograms: main.length > 0 && of('handler').length === 0,
    found: [...main, ...others.flatMap(([, all]) => all.map((one) => ({ ...one, ...apart })))],
    reasons:
      main.length === 0
        ? []
        : others.flatMap(([group, all]) => (all.length === 0 ? [] : [[group, all.length]])),
  };
}

function groupOf({ node }: Listed, starting: ReadonlySet<NodeKey>): Group {
  if (isExamplePath(node.path ?? '')) return 'in examples, samples and benchmarks';
  if (starting.has(node.key)) return 'program';
  if (decoratorOf(node) !== undefined) return 'handler';
  return isPublic(node) ? 'public' : 'not public';
}
