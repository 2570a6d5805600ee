import type { Syntax } from './syntax';
import { typeText, type ValueRules } from './values';

/** How many type arguments a called name states; nothing if it states none. */
export function typeArguments(name: Syntax, rules: ValueRules): { readonly typeArguments?: number } {
  const list = rules.typeArguments === undefined ? undefined : name.first(rules.typeArguments);
  return list ? { typeArguments: list.children.length } : {};
}

/** A type's name without its arguments: `Repo` of `Repo<T>`; empty for anything but a plain name. */
export function typeHead(type: Syntax): string {
  const text = typeText(type)
    .replace(/[<[(][^]*$/, '')
    .replaceAll('::', '.')
    .replace(/^\./, '')
    .trim();
  return /^[\p{L}\p{N}_$.]+$/u.test(text) ? text : '';
}
