#!/usr/bin/env node
'use strict';
/**
 * Starts the packed command (`npm i -g @quarry/cli`); a clone of the repository starts with `./quarry`. In the syntax
 * of an old Node, which reports that it is too old instead of a syntax error.
 */
var version = process.versions.node.split('.').map(Number);
if (version[0] < 22 || (version[0] === 22 && version[1] < 15)) {
  process.stderr.write(
    'quarry: this is Node.js ' +
      process.versions.node +
      '; Quarry needs 22.15 or newer (24 is tested most).\n' +
      '        Get it from https://nodejs.org, or with a version manager: nvm install 24\n',
  );
  process.exit(1);
}
// Node calls its SQLite experimental. The flag is for child processes, the listener for this one.
process.execArgv.push('--disable-warning=ExperimentalWarning');
process.removeAllListeners('warning');
process.on('warning', function (warning) {
  if (warning.name !== 'ExperimentalWarning') process.stderr.write(warning.stack + '\n');
});
require('../dist/bundle/main.js');
