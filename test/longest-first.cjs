const { default: Sequencer } = require('@jest/test-sequencer');

/** The dearest lane first, so that none of its files runs alone at the end, when the small ones are over. */
const LANES = [/\.proof\.spec\.ts$/, /\.slow\.spec\.ts$/, /\.int\.spec\.ts$/, /\.spec\.ts$/];
const laneOf = ({ path }) => LANES.findIndex((name) => name.test(path));
/** Tests of the whole product take longest, and their files are often small: what they do stands in helpers. */
const isPart = ({ path }) => Number(!path.startsWith(__dirname));

/**
 * Within a lane those of the whole product first, and of these jest takes the longest first as it knows them of its last
 * run, and the largest file on a fresh checkout.
 */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((a, b) => laneOf(a) - laneOf(b) || isPart(a) - isPart(b));
  }

  /** Every lane is dealt out, so that each part has its share of the long ones. */
  shard(tests, { shardIndex, shardCount }) {
    return tests
      .toSorted((a, b) => laneOf(a) - laneOf(b) || (a.path < b.path ? -1 : 1))
      .filter((_test, at) => at % shardCount === shardIndex - 1);
  }
};
