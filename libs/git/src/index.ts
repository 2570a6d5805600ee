export { GitFailed, GitMissing } from './run-git';
export { GitRepository, UntrustedOwner, type OpenOptions } from './git-repository';
