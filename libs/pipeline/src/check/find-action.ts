import type { ActionSpec, Catalog } from '../catalog';
import { suggestion } from '../nearest';
import { quote } from '../problem';

/**
 * The action that a step names: `service.action`, or a bare name if exactly one service owns it.
 * @returns an error message if the name matches no action or several
 */
export function findAction(name: string, catalog: Catalog): ActionSpec | string {
  const dot = name.indexOf('.');
  if (dot === -1) {
    const owners = catalog.filter((spec) => spec.name === name);
    const [owner] = owners;
    if (owner && owners.length === 1) return owner;
    if (owner) {
      const candidates = owners.map(fullName).sort().join(', ');
      return `the action '${name}' exists in several services; say which: ${candidates}`;
    }
    return `unknown action ${quote(name)}${suggestion(
      name,
      catalog.map((spec) => spec.name),
    )}`;
  }
  const exact = catalog.find((spec) => fullName(spec) === name);
  if (exact) return exact;
  const siblings = catalog.filter((spec) => spec.service === name.slice(0, dot));
  const candidates = siblings.length > 0 ? siblings : catalog;
  return `unknown action ${quote(name)}${suggestion(name, candidates.map(fullName))}`;
}

/** `service.action`. */
export function fullName(spec: Pick<ActionSpec, 'service' | 'name'>): string {
  return `${spec.service}.${spec.name}`;
}
