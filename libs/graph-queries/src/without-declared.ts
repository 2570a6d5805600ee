import type { Relation } from './operation';

/** A declaration file, and what follows the name that it shares with the file of the code. */
const DECLARES = /\.d\.[cm]?ts$|\.pyi$|\.rbi$/;
const ENDING = /(?:\.d)?\.[a-z]+$/;

/**
 * Relations without those of a declaration file whose code is among them: `errors.d.ts` declares what `errors.js` defines.
 *
 * @example
 * withoutDeclared(relations); // { relations: [one of errors.js], declared: 1 }
 */
export function withoutDeclared(all: readonly Relation[]): {
  readonly relations: readonly Relation[];
  readonly declared: number;
} {
  const written = new Set(all.filter((relation) => !isDeclaration(relation)).map(identityOf));
  const relations = all.filter((relation) => !isDeclaration(relation) || !written.has(identityOf(relation)));
  return { relations, declared: all.length - relations.length };
}

function isDeclaration({ node }: Relation): boolean {
  return DECLARES.test(node?.path ?? '');
}

/** The file without its ending, and the name in it. */
function identityOf({ node, name }: Relation): string {
  return `${(node?.path ?? '').replace(ENDING, '')} ${name}`;
}
