// linted as: apps/console/src/canary.ts
// expected on every line of code: @nx/enforce-module-boundaries
import '@quarry/turn';
import '@quarry/gateway';
import '@quarry/platform';
import '@nestjs/common';
