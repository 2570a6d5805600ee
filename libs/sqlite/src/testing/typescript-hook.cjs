/** Lets a child process of a test run a TypeScript file: `node --conditions=quarry-source -r typescript-hook.cjs x.ts`. */
const { transformFileSync } = require('@swc/core');

require.extensions['.ts'] = (module, filename) => {
  const { code } = transformFileSync(filename, {
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    },
    module: { type: 'commonjs' },
    configFile: false,
    swcrc: false,
  });
  module._compile(code, filename);
};
