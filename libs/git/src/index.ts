export { cloneFolderOf } from './fetch/clone-folder';
export { fetchBranch } from './fetch/fetch-branch';
export type { RemoteAccess } from './fetch/remote';
export { GitFailed, GitMissing } from './run-git';
export { GitRepository, UntrustedOwner } from './git-repository';
export { originOf, type Origin } from './origin/origin-of';
export { webUrlOf } from './origin/web-url';
