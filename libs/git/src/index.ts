export { GitFailed, GitMissing } from './run-git';
export { GitRepository, UntrustedOwner } from './git-repository';
