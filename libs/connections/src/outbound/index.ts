export { get, ReplyUnusable, type GetLimits, type GetReply } from './get';
export { pinnedLookup } from './pinned-lookup';
export { isPublicAddress } from './public-address';
export { addressOf, MAX_URL, parseTarget, type TargetRules } from './target';
