// linted as: apps/solo/src/canary.ts
// expected on every line of code: @nx/enforce-module-boundaries
import '@quarry/indexing';
