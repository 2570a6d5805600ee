export { Masker, type Masked } from './masker';
export { openMasker } from './open-masker';
export { RULES_VERSION } from './rules-version';
export type { FoundSecret } from './secret';
