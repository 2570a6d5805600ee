/** Cycles of folders, in the code that ships: a spec, or a helper of tests, may reach where it needs. */
const { options } = require('./.dependency-cruiser.cjs');

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-folder-cycle',
      comment: 'Two folders that import each other are one: move what both need into a third, or join them.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(apps|libs)/[^/]+/src' },
      to: { circular: true },
    },
  ],
  options: {
    ...options,
    exclude: { path: '/dist/|\\.spec\\.ts$|/testing/|conformance' },
  },
};
