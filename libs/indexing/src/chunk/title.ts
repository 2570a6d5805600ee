/** `Title › Section`; repeated titles are omitted. */
export function titleOf(...names: readonly (string | undefined)[]): string | undefined {
  const parts = names.filter((name, i) => name !== undefined && name !== '' && name !== names[i - 1]);
  return parts.length === 0 ? undefined : parts.join(' › ');
}
