import type { GraphNodeRef } from '@quarry/turn';

/** Words of a question or a name, with identifiers split, without the shortest words. */
function words(text: string): Set<string> {
  const parts = text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return new Set(parts.filter((part) => part.length > 2).map(stem));
}

/** A deliberately simple stemmer: `cancel`, `cancels` and `cancelled` must match when names are compared. */
function stem(word: string): string {
  return word.replace(/(?:ations?|ings?|ed|es|s)$/, '');
}

/**
 * Ranks graph nodes whose texts to fetch, best first (003 §5.3): by the words that their names share with the
 * question, by nearness (edges and proximity to the hits), and by number of edges. Nearness alone gives a score, so
 * no node is dropped.
 */
export function rankNodes(
  question: string,
  nodes: readonly GraphNodeRef[],
  degree: ReadonlyMap<string, number>,
): readonly (GraphNodeRef & { readonly score: number })[] {
  const asked = words(question);
  return nodes
    .map((node) => {
      const shared = [...words(node.name)].filter((word) => asked.has(word)).length;
      const overlap = asked.size === 0 ? 0 : Math.min(1, shared / Math.min(asked.size, 3));
      const nearness = (1 / (1 + node.depth) + (node.proximity ?? 0)) / 2;
      const links = Math.min(1, Math.log1p(degree.get(node.key) ?? 0) / Math.log(20));
      const little = node.kind === 'FIELD' && shared === 0 ? 0.3 : 0;
      return { ...node, score: 0.6 * overlap + 0.3 * nearness + 0.1 * links - little };
    })
    .toSorted((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1));
}
