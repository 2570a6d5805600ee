export { isPublicAddress } from './public-address';
export { addressOf, MAX_URL, parseTarget, type TargetRules } from './target';
