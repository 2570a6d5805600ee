export type { JwtClaims } from './access-settings';
export { readConfig } from './config';
export { findDataDir, modelDir } from './data-folder';
export { ENVIRONMENT } from './environment';
export { uploadsDirOf } from './uploads-dir';
export {
  checkGitUrl,
  checkSiteUrl,
  isGitUrl,
  publicAddressOf,
  repositoryNameOf,
  siteNameOf,
} from './git-access';
export { servesGit } from './serves-git';
export { indexRootsFor, isInside } from './index-roots';
export { UNOBSERVED, type ObservedStore, type PlatformObserver } from './observer';
export {
  type Stores,
  type Platform,
  searchOptions,
  modelOfUnlabelled,
  openStores,
  openStoresToRead,
  openPlatform,
} from './platform';
export type { QuarryConfig } from './quarry-config';
export { readiness, type Readiness } from './readiness';
export {
  findServer,
  LOCAL_SERVERS,
  runningServers,
  serverModels,
  type FoundServer,
  type ServerPlace,
} from './model-setup/find-server';
export { settingsOf, tryModel, type ModelChoice } from './model-setup/try-model';
export { settingsFile, storedChat, writeSettingsFile, type StoredChat } from './settings-file';
export * from './tokens';
export { remainedUnavailable, waitForStores, type WaitOptions } from './wait-for-stores';
export * from './workspace';
export { lossesOf } from './whole/losses';
