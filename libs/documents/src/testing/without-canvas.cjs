/** As if the optional canvas of PDF.js were not installed: drawing is not needed. */
const module_ = require('node:module');

const resolve = module_._resolveFilename;
module_._resolveFilename = function (request, ...rest) {
  if (request === '@napi-rs/canvas') throw new Error('there is no canvas');
  return resolve.call(this, request, ...rest);
};
