const { createRequire } = require('node:module');
const vm = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const nativeRequire = createRequire(__filename);

/** Compiled sources of this worker by path. All files of a worker share its realm, so that one compilation serves them all. */
const compiledSources = new Map();

/**
 * Loads the sources again for each spec file, as Jest does, but packages once for each worker, by Node itself. Loading
 * them was half of the CPU time of a spec of the HTTP API. No spec mocks a package, which would not work.
 *
 * Everything runs in the worker's own realm (see lane-environment.cjs). In a realm for each file, `instanceof Error`
 * would be false for errors of packages.
 */
module.exports = class SharedPackagesRuntime extends Runtime {
  constructor(...options) {
    super(...options);
    const { executor, _environment: environment } = this;
    executor.compile = (source, filename) =>
      environment.getVmContext() && compiledOnce(source, filename, executor.injectedModuleParameters);
  }

  requireModule(from, name, options, isRequireActual) {
    if (name && !options?.isInternalModule && !this._resolution.isCoreModule(name)) {
      const file = this._resolution.resolveCjs(from, name);
      if (file.includes('/node_modules/')) return nativeRequire(file);
    }
    return super.requireModule(from, name, options, isRequireActual);
  }
};

/** The function of a module, whose call makes a module of its own. */
function compiledOnce(source, filename, parameters) {
  const known = compiledSources.get(filename);
  if (known?.source === source) return known.compiled;
  const compiled = vm.compileFunction(source, parameters, {
    filename,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  // A spec is loaded once.
  if (!filename.endsWith('.spec.ts')) compiledSources.set(filename, { source, compiled });
  return compiled;
}
