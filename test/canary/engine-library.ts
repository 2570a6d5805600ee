// linted as: libs/engine/src/canary.ts
// expected on every line of code: @nx/enforce-module-boundaries
import '@quarry/platform';
import '@quarry/indexing';
import '@quarry/answerer';
