const { default: Sequencer } = require('@jest/test-sequencer');

/** What takes a minute and more: most of it waits for servers and processes. */
const LONG = [
  'test/faults/killed-servers.spec.ts',
  'test/deploy/image.spec.ts',
  'test/scenarios/',
  'test/faults/store-network.spec.ts',
];

/**
 * The longest specs first, so that none runs alone at the end. Jest knows how long each took the last time; on a fresh checkout it takes a file's size for it,
 * and these are small.
 */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const at = LONG.findIndex((part) => path.includes(part));
      return at < 0 ? LONG.length : at;
    };
    return super.sort(tests).toSorted((a, b) => rank(a) - rank(b));
  }
};
