/** For `node --require`: at its end, a process names on stderr the packages that it has loaded, its own as `quarry:NAME`. */
const { isMainThread } = require('node:worker_threads');

if (isMainThread)
  process.on('exit', () => {
    const packages = Object.keys(require.cache).flatMap((file) => {
      const own = /\/(?:apps|libs)\/([^/]+)\/dist\//.exec(file);
      const installed = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/s.exec(file);
      return own ? [`quarry:${own[1]}`] : installed ? [installed[1]] : [];
    });
    process.stderr.write(`\nloaded ${JSON.stringify([...new Set(packages)].sort())}\n`);
  });
