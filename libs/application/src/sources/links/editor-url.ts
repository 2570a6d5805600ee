/** What the names in a template stand for. */
export interface EditorPlace {
  /** Name of the repository. */
  readonly repository: string;
  /** Absolute path of the indexed folder on the gateway's machine; null if it is unknown or not for this reader. */
  readonly root: string | null;
  /** Path of the file in that folder, with `/` as separator. */
  readonly relative: string;
  /** From 1. */
  readonly line: number;
}

/**
 * The URL that opens a place in an editor, by the template of `QUARRY_EDITOR_URL`; null if the template needs the
 * absolute path and it is unknown.
 * @example
 * editorUrl('vscode://file/{path}:{line}', { root: '/src/shop', relative: 'a.ts', line: 3, repository: 'shop' });
 * // 'vscode://file/src/shop/a.ts:3'
 */
export function editorUrl(
  template: string,
  { repository, root, relative, line }: EditorPlace,
): string | null {
  if (root === null && template.includes('{path}')) return null;
  const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
  const path = encoded(`${(root ?? '').replace(/\/$/, '')}/${relative}`);
  return (
    template
      // The slash before it is the first of the path.
      .replaceAll('/{path}', path)
      .replaceAll('{path}', path)
      .replaceAll('{relative}', encoded(relative))
      .replaceAll('{repository}', encodeURIComponent(repository))
      .replaceAll('{line}', String(line))
  );
}
