import { GitFailed, type GitRepository } from '@quarry/git';
import { Fault } from '@quarry/turn';

/** The commit that a name stands for. @throws Fault `path_not_found` */
export async function commitOf(git: GitRepository, path: string, name: string): Promise<string> {
  const unknown = (cause?: unknown): Fault =>
    new Fault(
      'path_not_found',
      `There is no commit '${name.slice(0, 200)}' in the git repository at ${path}. Name a tag, a branch or a commit ` +
        '(`git tag` lists tags); nothing is fetched.',
      { cause },
    );
  // Git refuses others itself, but a name is never an option.
  if (name === '' || name.startsWith('-') || /\p{Cc}/u.test(name)) throw unknown();
  try {
    const out = await git.run(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]);
    const commit = out.toString().trim();
    if (/^[0-9a-f]{40,64}$/.test(commit)) return commit;
    throw unknown();
  } catch (error) {
    throw error instanceof GitFailed ? unknown(error) : error;
  }
}
