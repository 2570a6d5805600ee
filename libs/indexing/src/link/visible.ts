import type { FactNode } from '../facts';
import type { ProjectFile } from './project';

/** In C a `static` definition of a source file is visible in that file only. */
export function isInternal({ path = '', signature = '' }: FactNode): boolean {
  return /^static\b/.test(signature) && /\.(?:c|cc|cpp|cxx|c\+\+)$/i.test(path);
}

/** In C++, C# and Java a constructor has its type's name, but the name alone means the type. */
export function isConstructor({ kind, name, qualifiedName }: FactNode): boolean {
  return kind === 'METHOD' && qualifiedName.endsWith(`${name}.${name}`);
}

/**
 * True for a method that stands outside of its class, or in an object: in C++ and JavaScript it is no name of the code
 * around it. A constructor has the name of its class.
 */
export function isOnlyMember({ kind }: FactNode, { family }: ProjectFile): boolean {
  return kind === 'METHOD' && (family === 'c' || family === 'ecmascript');
}
