/** `Title › Section`; repeated titles are omitted. */
export function titleOf(...names: readonly (string | undefined)[]): string | undefined {
  const said = names.filter((name, i) => name !== undefined && name !== '' && name !== names[i - 1]);
  return said.length === 0 ? undefined : said.join(' › ');
}
