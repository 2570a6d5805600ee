// linted as: apps/router/src/canary.ts
// expected on every line of code: @nx/enforce-module-boundaries
import '@quarry/retriever';
import '@quarry/solo';
import '@quarry/indexing';
import '../../retriever/src/index';
