import { readSecretlintignore } from './allowed';
import { readKey } from './key';
import { Masker } from './masker';

/**
 * Opens the masker of a repository, with the key of the data folder.
 * @param root folder with the `.secretlintignore` to apply; null without one, as for an import
 * @throws Fault `store_unavailable` if the key cannot be read
 *
 * @example
 * await openMasker({ dataDir: '/var/quarry', repository: 'shop', root: '/src/shop' });
 */
export async function openMasker(options: {
  readonly dataDir: string;
  readonly repository: string;
  readonly root: string | null;
}): Promise<Masker> {
  const { dataDir, repository, root } = options;
  const isAllowed = root === null ? undefined : await readSecretlintignore(root);
  return new Masker(await readKey(dataDir), repository, isAllowed);
}
