// linted as: libs/search-index/src/canary.ts
// expected on every line of code: @nx/enforce-module-boundaries
import '@quarry/engine';
import '@quarry/indexing';
import 'bullmq';
