import { counted } from '../found';
import type { GraphOperation } from '../operation';
import { CREATES, MAY_CREATE, throwersNamed, throwersOf } from '../throws/throwers-of';
import { thrownBy } from '../throws/thrown-by';

const THROWS = '(?:raises?|throws?)';
const ERRORS = '(?:errors?|exceptions?)';
const CAN = '(?:can|could|may|might|does|do|will)';

/** The errors that a function raises, itself or by what it calls; for an error, the functions that raise it. */
export const throws: GraphOperation = {
  name: 'throws',
  summary: 'errors that function NAME raises, or what raises error NAME',
  names: 1,
  subjects: ['METHOD', 'FUNCTION', 'TYPE', 'FIELD', 'PROC'],
  limits:
    'These are the lines that raise an error by name. What is caught on the way is listed, too; what code outside of the index raises is not.',
  questions: [
    `(?:who|what|{which}) ${THROWS} {X}`,
    '(?:from )?where (?:is|are|gets?) {X} (?:being )?(?:raised|thrown)(?: from)?',
    `where (?:do|does) {anyone} ${THROWS} {X}`,
    `(?:what|which) (?:(?:kinds?|types?) of )?(?:${ERRORS} )?${CAN} {X} ${THROWS}(?: directly)?`,
    `(?:what|which) ${ERRORS} ${CAN} {X} (?:return|raise|throw)`,
    `(?:what|(?:what|which) ${ERRORS}) (?:is|are|gets?|can be) (?:raised|thrown) (?:by|in|from) {X}`,
    `${ERRORS} (?:that {X} ${THROWS}|(?:raised|thrown) (?:by|in|from) {X})`,
    `does {X} ${THROWS}(?: (?:anything|any ${ERRORS}|an ${ERRORS}))?`,
  ],
  literal: async (reader, name, limits) => {
    const found = await throwersNamed(reader, name, limits);
    return found.total === 0 ? found : { ...found, limits: NOT_DEFINED };
  },
  heading: ([subject = ''], all) => {
    if (all.total === 0) return `nothing that raises ${subject}, and no error that it raises`;
    const isError = all.relations.every(({ key, edge }) => key === edge.from);
    const creates = all.relations.some(({ note }) => note === CREATES || note === MAY_CREATE)
      ? ' or creating'
      : '';
    return isError
      ? `${counted(all, 'function')} raising${creates} ${subject}`
      : `${counted(all, 'error')} raised in ${subject}, or in what it calls`;
  },
  run: async (reader, subjects, limits) => {
    const nodes = subjects.flatMap((subject) => subject.nodes);
    const errors = nodes.filter(({ kind }) => kind === 'TYPE' || kind === 'FIELD');
    const throwers = errors.length === 0 ? null : await throwersOf(reader, errors, limits);
    return throwers && throwers.total > 0 ? throwers : thrownBy(reader, nodes, limits);
  },
};

const NOT_DEFINED =
  'The index does not define this error: these are the functions that raise it by its name. One that derives from it is not listed.';
