/** The folder's name as a name of a repository: `My shop (old)` is `My-shop-old`. */
export function repositoryNameOf(path: string): string {
  const words = path.slice(path.lastIndexOf('/') + 1).split(/[^\w.-]/);
  const name = words
    .filter(Boolean)
    .join('-')
    .replace(/^[._-]+/, '');
  return name === '' ? 'sources' : name.slice(0, 100);
}

/** The same of the last part of a git URL, without `.git`. */
export function repositoryNameOfUrl(url: string): string {
  const last = url.split('/').findLast((part) => part !== '') ?? '';
  return repositoryNameOf(last.endsWith('.git') ? last.slice(0, -'.git'.length) : last);
}

/** The same of a file, without its ending: `shop` for `shop.tar.gz`. */
export function repositoryNameOfUpload(name: string): string {
  return repositoryNameOf(name.replace(/\.(?:tar\.gz|\w{1,5})$/i, ''));
}

/** The same of a site: its host. Empty for a text that is no address. */
export function repositoryNameOfSite(url: string): string {
  return URL.canParse(url) ? repositoryNameOf(new URL(url).hostname) : '';
}
