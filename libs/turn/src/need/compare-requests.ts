import { endsInPath } from './specific';
import { areContrary } from './opposites';
import { requestForm, type RequestForm } from './request-form';

/** `by_meaning`: the words differ, but none of them proves that the requests differ. */
export type Sameness = 'same' | 'different' | 'by_meaning';

/**
 * Compares a request with an earlier one. Needs, queries and the misses of a session all use this comparison. Requests
 * differ if their names, numbers, files, proper nouns or opposites differ; kinds of things ("function X", "the
 * definition of X"), articles and word order do not count. With `missed`, the earlier request found nothing: if it
 * named no file, the name does not exist in any file that the later request adds.
 *
 * @example
 * compareRequests('net sales in 2017', 'net sales in 2016'); // 'different'
 * compareRequests('Parser', 'the definition of the class Parser'); // 'same'
 */
export function compareRequests(
  former: string,
  request: string,
  { missed = false }: { readonly missed?: boolean } = {},
): Sameness {
  const [one, other] = [requestForm(former), requestForm(request)];
  if (one.canonical === other.canonical) return 'same';
  if (!samePlace(one, other, missed)) return 'different';
  if (equal(one.figures, other.figures) && one.words.length > 0 && equal(one.words, other.words))
    return 'same';
  if (missed && one.names.length > 0 && equal(one.names, other.names)) return 'same';
  return one.names.length > 0 || other.names.length > 0 || tellsApart(one, other)
    ? 'different'
    : 'by_meaning';
}

function tellsApart(one: RequestForm, other: RequestForm): boolean {
  return (
    !equal(one.figures, other.figures) ||
    (one.ways.length > 0 && other.ways.length > 0 && !equal(one.ways, other.ways)) ||
    areContrary(one.poles, other.poles) ||
    (hasOther(one.proper, other) && hasOther(other.proper, one))
  );
}

/** Proper nouns that the other request does not contain in any spelling. */
function hasOther(proper: readonly string[], { words }: RequestForm): boolean {
  return proper.some((word) => !words.includes(word));
}

function samePlace(former: RequestForm, request: RequestForm, missed: boolean): boolean {
  if (missed && former.paths.length === 0 && isBare(former)) return true;
  if (former.paths.length !== request.paths.length) return false;
  return former.paths.every((path) =>
    request.paths.some((file) => endsInPath(path, file) || endsInPath(file, path)),
  );
}

/** A name, or one word. */
function isBare({ names, words }: RequestForm): boolean {
  return names.length > 0 || words.length === 1;
}

function equal(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, at) => item === other[at]);
}
