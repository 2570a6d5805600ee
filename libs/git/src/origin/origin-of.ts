import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Fault } from '@quarry/turn';
import { GitRepository, type OpenOptions } from '../git-repository';
import { webUrlOf } from './web-url';

/** Where an indexed source is on the web. */
export interface Origin {
  /** The page of its repository, without user and password. */
  readonly url: string;
  /** Path of the folder, or of the folder of the file, in the repository, with `/` as separator; empty at its root. */
  readonly prefix: string;
}

/**
 * The origin of the repository that contains a folder or a file; null without a repository, without an origin on a
 * server, and if git cannot or must not read it. Nothing is fetched.
 * @throws Fault `cancelled`
 * @example
 * await originOf('/src/shop/app');   // { url: 'https://github.com/acme/shop', prefix: 'app' }
 */
export async function originOf(source: string, options: OpenOptions = {}): Promise<Origin | null> {
  try {
    const git = await GitRepository.find(
      (await stat(source)).isDirectory() ? source : dirname(source),
      options,
    );
    if (git === null) return null;
    const { origin, prefix } = git;
    await git.close();
    const url = origin === null ? null : webUrlOf(origin);
    return url === null ? null : { url, prefix };
  } catch (error) {
    if (error instanceof Fault && error.code === 'cancelled') throw error;
    return null;
  }
}
