export { countTokens, truncateToTokens } from './count';
