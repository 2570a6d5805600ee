/** The folder's name as a name of a repository: `My shop (old)` is `My-shop-old`. */
export function repositoryNameOf(path: string): string {
  const words = path.slice(path.lastIndexOf('/') + 1).split(/[^\w.-]/);
  const name = words
    .filter(Boolean)
    .join('-')
    .replace(/^[._-]+/, '');
  return name === '' ? 'sources' : name.slice(0, 100);
}
