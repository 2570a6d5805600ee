// linted as: apps/gateway/src/canary.ts
// expected on every line of code: @nx/enforce-module-boundaries
import '@quarry/indexing';
import '@quarry/indexer';
import '@quarry/solo';
