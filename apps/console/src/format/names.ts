import type { CallerDto } from '@quarry/client';
import { t } from '../language/messages';

/** Names that the gateway sends, in the language of the interface; unknown ones, of a newer gateway, as they come. */
function named(names: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(names, name) ? (names[name] ?? name) : name;
}

const ROLES: Readonly<Record<CallerDto['role'], string>> = {
  reader: t('reader'),
  maintainer: t('maintainer'),
  operator: t('operator'),
};

/** A role. In English it is the name that the API and `quarry keys create --role` use. */
export function roleWord(role: string): string {
  return named(ROLES, role);
}

const STOPS: Readonly<Record<string, string>> = {
  cost_budget: t('cost limit reached'),
  deadline: t('time limit reached'),
  filter_matches_nothing: t('the filter matches nothing'),
  malformed: t('the model’s reply could not be read'),
  max_turn_loops: t('all passes used'),
  no_new_queries: t('no new query'),
  not_found: t('searched for before and not found'),
  nothing_requested: t('nothing was requested'),
  repeated_query: t('the same query again'),
  sensitivity: t('no model may see the evidence'),
  simple_question: t('one pass is enough for the question'),
  store_away: t('a store was unavailable'),
  stuck: t('a pass brought nothing new'),
  token_budget: t('token limit reached'),
};

/** Why another pass was refused, by the name of the rule. */
export function stopWord(rule: string): string {
  return named(STOPS, rule);
}

/** The outcome of a turn in a few words. The gateway's headlines have no other name than their English text. */
export function headlineWord(headline: string): string {
  const [, passages] = /^The (\d+) most relevant passages$/.exec(headline) ?? [];
  if (passages !== undefined) return t('The {count} most relevant passages', { count: Number(passages) });
  const [, what, subject = ''] = /^The (definition|value) of (.+)$/s.exec(headline) ?? [];
  if (what === 'definition') return t('The definition of {subject}', { subject });
  if (what === 'value') return t('The value of {subject}', { subject });
  switch (headline) {
    case 'Answered':
      return t('Answered');
    case 'Answered in part':
      return t('Answered in part');
    case 'Not enough evidence':
      return t('Not enough evidence');
    case 'Answered without a search':
      return t('Answered without a search');
    case 'Stopped':
      return t('Stopped');
    case 'Budget used up':
      return t('Budget used up');
    case 'Failed':
      return t('Failed');
    case 'Contradicted by the evidence':
      return t('Contradicted by the evidence');
    case 'Mostly unsupported':
      return t('Mostly unsupported');
    case 'Not checked':
      return t('Not checked');
    case 'Answered from the git history':
      return t('Answered from the git history');
    case 'Answered from the rows of a table':
      return t('Answered from the rows of a table');
    case 'Answered from the code graph':
      return t('Answered from the code graph');
    case 'The most relevant passage':
      return t('The most relevant passage');
    default:
      return headline;
  }
}
