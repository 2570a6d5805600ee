// linted as: libs/turn/src/canary.ts
// expected on every line of code: @nx/enforce-module-boundaries
import '@quarry/engine';
import '@quarry/sqlite';
import '@quarry/platform';
import '@quarry/router';
import '../../engine/src/action';
import '@nestjs/common';
