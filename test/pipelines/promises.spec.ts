import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CompiledPipeline } from '@quarry/pipeline';
import { actionsOf, callsOf, idsOf, SHIPPED, shipped, wayOf } from './shipped';

/** What the design documents promise of the pipelines that come with Quarry: each expectation names its document and section. */

const count = (pipeline: CompiledPipeline, id: string, outcomes: Readonly<Record<string, string>>): number =>
  idsOf(wayOf(pipeline, { outcomes })).filter((step) => step === id).length;
const guardRules = ({ steps }: CompiledPipeline): unknown => steps['guard']?.params['rules'];
const after = (ids: readonly string[], id: string): readonly string[] => ids.slice(ids.lastIndexOf(id) + 1);

/** How every turn ends: citations checked, translated (003 §8.1), persisted (§8.2), finalized (§10.2). */
const END = ['verify_citations', 'verify_claims', 'translate_out', 'remember', 'persist', 'finalize'];

/** A way of each pipeline on which the model answers as soon as it is asked. */
const AT_ONCE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  adaptive: { handle_analysis: 'simple', handle_answer: 'answer' },
  agent: { handle: 'answer' },
  cgrag: { handle_answer: 'answer' },
  code: { handle_route: 'hybrid', handle_answer: 'answer' },
  corag: { handle_critique: 'sufficient', handle_synthesis: 'answer' },
  extraction: { route: 'one', handle_extraction: 'found', handle_judgement: 'answer' },
  planner: { handle_plan: 'planned', handle_extraction: 'found', handle_synthesis: 'answer' },
};

/** The way of the pipeline itself, or of the one that it extends: the longest one whose steps it has. */
function atOnce({ name, steps }: CompiledPipeline): Readonly<Record<string, string>> {
  const fitting = Object.values(AT_ONCE).filter((way) => Object.keys(way).every((id) => steps[id]));
  const [longest = {}] = fitting.toSorted((a, b) => Object.keys(b).length - Object.keys(a).length);
  return AT_ONCE[name] ?? longest;
}

describe.each(SHIPPED)('every pipeline, such as %s (003)', (name) => {
  const pipeline = shipped(name);
  const steps = Object.values(pipeline.steps);
  const way = wayOf(pipeline, { outcomes: atOnce(pipeline) });

  it('begins with translation and history, and ends with translation and history (§1, §2, §8)', () => {
    expect(idsOf(way).slice(0, 3)).toEqual(['translate_in', 'load_history', 'rewrite']);
    expect(idsOf(way).slice(-END.length)).toEqual(END);
  });

  it('works in English, and summarises long history, including new turns each time (§0.2, §2.2)', () => {
    expect(pipeline.settings).toMatchObject({
      model_language: 'en',
      history_summarization_policy: 'incremental_resummarize',
    });
    expect(pipeline.settings.max_history_tokens).toBeGreaterThan(0);
    expect(pipeline.steps['load_history']?.on['over_limit']).toBe('summarize_history');
    expect(pipeline.steps['summarize_history']?.on['ok']).toBe('rewrite');
  });

  it('reads every reply by the protocol that it was asked for in (§7.1)', () => {
    const asking = steps.filter(({ action }) => action === 'call_model');
    const readers = asking.map(({ on }) => pipeline.steps[on['ok'] ?? '']);
    expect(readers.map((reader) => [reader?.action, reader?.params['reply']])).toEqual(
      asking.map(({ params }) => ['handle_prefix', params['reply']]),
    );
  });

  it('checks the citations of every answer, gives a safe one where a reply cannot be read, and guards requests (§7.2)', () => {
    const leads = (outcome: string, readers = steps): readonly string[] => [
      ...new Set(readers.flatMap(({ on }) => on[outcome] ?? [])),
    ];
    expect(leads('answer')).toEqual([END[0]]);
    const writing = steps.filter(({ on }) => on['answer'] !== undefined);
    // An agent whose calls cannot be made may try again, as far as the guard allows it; after a stop, it writes the answer.
    const isGuard = (id: string | undefined) => id !== undefined && pipeline.steps[id]?.guard === true;
    const retrying = writing.filter(({ on }) => isGuard(on['malformed']));
    expect(retrying.filter(({ on }) => on['malformed'] !== on['call'])).toEqual([]);
    expect(
      leads(
        'malformed',
        writing.filter((step) => !retrying.includes(step)),
      ),
    ).toEqual(['safe_answer']);
    expect(pipeline.steps['safe_answer']?.on['ok']).toBe(END[0]);
    const asked = [...leads('need'), ...leads('call', writing)].filter((id) => id !== 'safe_answer');
    expect(asked.filter((id) => pipeline.steps[id]?.guard !== true)).toEqual([]);
  });

  it('does without graph, sessions and history, and waits for the search (docs/pipelines.md, When a store is away)', () => {
    const stores = steps.flatMap(({ id, away }) => (away ? [{ id, ...away }] : []));
    const without = stores.filter(({ outcome }) => outcome !== null).map(({ id }) => id);
    expect(without).toEqual(
      stores.flatMap(({ id, store }) => (store.name === 'search' || id === 'summarize_history' ? [] : [id])),
    );
    expect(pipeline.steps['persist']?.away?.retrySeconds).toBe(90);
  });
});

const having = (id: string): readonly string[] => SHIPPED.filter((name) => shipped(name).steps[id]);

it.each(having('condense'))(
  '%s condenses what exceeds the budget, and continues as with what fits (003 §6.2)',
  (name) => {
    const { steps } = shipped(name);
    const next = steps['condense']?.on['ok'] ?? '';
    expect(steps['check_budget']?.on).toEqual({ ok: next, over_limit: 'condense' });
    expect(steps[next]?.action).toBe('call_model');
  },
);

it('adaptive fills the budget of its prompt with the most relevant evidence, and condenses nothing (002 §2, step 6)', () => {
  const { steps } = shipped('adaptive');
  expect(steps['check_budget']?.params).toMatchObject({ fit: true });
  expect(steps['check_budget']?.on['ok']).toBe('answer');
});

it.each(having('expand'))(
  '%s continues without texts if the graph has nothing near (003 §5.2, §5.3)',
  (name) => {
    const { steps } = shipped(name);
    const walks = Object.values(steps).filter(({ action }) => action === 'expand_dependency_tree');
    expect(walks.map(({ on }) => on['empty'])).toEqual(
      walks.map(({ on }) => steps[on['ok'] ?? '']?.on['ok']),
    );
  },
);

describe('cgrag (000)', () => {
  const cgrag = shipped('cgrag');
  const { settings, steps } = cgrag;
  const asking = wayOf(cgrag, { outcomes: { handle_answer: 'need' } });

  it('asks at most three times, once a pass, and no model before the first search (Key Design Decisions)', () => {
    expect(callsOf(asking)).toEqual(['answer', 'answer', 'answer']);
  });

  it('ends where nothing is missing (Termination Conditions, 1)', () => {
    expect(callsOf(wayOf(cgrag, { outcomes: { handle_answer: 'answer' } }))).toEqual(['answer']);
  });

  it('knows that it is stuck before it counts passes, and a pass without news is no end (Termination Conditions)', () => {
    const rules = guardRules(cgrag) as readonly string[];
    expect(rules.slice(0, 2)).toEqual(['not_found', 'max_turn_loops']);
    expect(rules).not.toContain('stuck');
  });

  it('answers with available context after a forced stop, and asks no model again (Termination Conditions, 2 and 3)', () => {
    expect(after(idsOf(asking), 'guard')).toEqual(['safe_answer', ...END]);
  });

  it('searches in full and walks the graph first, and later for what is missing alone (Pass Types)', () => {
    expect(actionsOf(asking, 'route', 'answer')).toEqual([
      'fetch_more_context',
      'expand_dependency_tree',
      'fetch_node_texts',
      'recall_session',
      'check_context_budget',
      'call_model',
    ]);
    expect(actionsOf(asking, 'lookup', 'answer')).toEqual([
      'lookup_nodes',
      'fetch_more_context',
      'expand_dependency_tree',
      'fetch_node_texts',
      'check_context_budget',
      'call_model',
    ]);
  });

  it('takes exact and partial names, with the text of what is one hop away (Graph Lookup)', () => {
    expect(steps['lookup']?.params).toMatchObject({ partial: 'resolves', hops: 1 });
    expect(steps['lookup']?.params['hop_texts']).toBeGreaterThan(0);
  });

  it('takes 3 hits for what is missing, not 10, and expands them (Vector Search for Gaps; Constants)', () => {
    expect(settings.top_k).toBe(10);
    expect(steps['fetch_missing']?.params['need_top_k']).toBe(3);
    expect(steps['expand_missing']?.params['max_depth']).toBeGreaterThan(0);
    expect(steps['texts_missing']?.params['top_n']).toBeGreaterThan(0);
  });

  it('searches by meaning and by words, without a router that chooses (Current Phase 4 Flow: vector + FTS)', () => {
    expect([steps['route']?.params['mode'], steps['fetch_missing']?.params['mode']]).toEqual([
      'hybrid',
      'hybrid',
    ]);
  });

  it('expands by more than no edge and no node (Pass Types: graph expansion)', () => {
    expect(settings.graph_max_depth).toBeGreaterThan(0);
    expect(settings.graph_max_nodes).toBeGreaterThan(1);
    expect(settings.node_text_fetch_top_n).toBeGreaterThan(0);
  });

  it('remembers 50 nodes for 30 minutes, and gives them to the next question (Session Lifecycle; Cache Size Limit; Constants)', () => {
    expect(settings.session).toMatchObject({ ttl_minutes: 30, max_nodes: 50 });
    expect(settings.session.recall_top_k).toBeGreaterThan(0);
  });

  it('is one pass for a simple question of a user who opts out (Future Considerations: User control)', () => {
    const fast = wayOf(cgrag, { outcomes: { handle_answer: 'need' }, depth: 'fast' });
    expect(callsOf(fast)).toEqual(['answer']);
  });
});

describe('extraction (001)', () => {
  const extraction = shipped('extraction');
  const { settings, steps } = extraction;
  const asking = { route: 'one', handle_extraction: 'found', handle_judgement: 'need' };
  const params = (id: string) => steps[id]?.params ?? {};

  it('iterates four times at most (Loop State: default 4)', () => {
    expect(count(extraction, 'extract', { ...asking, handle_last_judgement: 'fail' })).toBe(4);
  });

  it('looks for the question itself first, without a call to plan (Initial Shopping Item)', () => {
    expect(settings.parallel_first_iteration).toBe(false);
    const way = wayOf(extraction, { outcomes: AT_ONCE['extraction'] ?? {} });
    expect(callsOf(way)).toEqual(['extract', 'judge']);
    expect(actionsOf(way, 'route', 'extract')).toEqual(['choose_items', 'list_sections', 'call_model']);
  });

  it('gives the extracting model fetch_section and four turns, the last one to report (Extraction Agent; Phase 1, 2)', () => {
    expect(settings.max_extraction_turns).toBe(4);
    expect(params('extract')['tools']).toEqual(['fetch_section', 'fetch_table']);
    expect(params('turn_guard')['counts']).toBe('turns');
    expect(steps['turn_guard']?.on).toEqual({ again: 'fetch', stop: 'extract_finally' });
    expect(params('extract_finally')).not.toHaveProperty('tools');
  });

  it('begins every extraction afresh (Clean context per extraction)', () => {
    expect([params('extract')['conversation'], params('judge')['conversation']]).toEqual(['pass', 'pass']);
  });

  it('gives the judging model no tool but calculate (Synthesis/Evaluator Agent; The Math Problem)', () => {
    expect(params('judge')['tools']).toEqual(['calculate']);
    expect(params('calculation_guard')['counts']).toBe('judgements');
    expect(params('judge_finally')).not.toHaveProperty('tools');
  });

  it('extracts, checks and judges, with no gate before the one who judges (Architecture; Sufficiency is decided …)', () => {
    expect(steps['outline']?.on).toEqual({ ok: 'extract', empty: 'safe_answer' });
    expect(steps['handle_extraction']?.on).toMatchObject({ found: 'check', call: 'turn_guard' });
    expect(steps['fetch']?.on).toEqual({ found: 'fetch_cells', not_found: 'fetch_cells' });
    expect(steps['fetch_cells']?.on).toEqual({ found: 'extract', not_found: 'extract' });
    expect(steps['check']?.on).toEqual({ found: 'judge', nothing: 'judge' });
    expect(steps['handle_judgement']?.on).toMatchObject({ need: 'guard', call: 'calculation_guard' });
    expect(steps['calculation_guard']?.on).toEqual({ again: 'calculate', stop: 'judge_finally' });
    expect(steps['calculate']?.on).toEqual({ ok: 'judge', nothing: 'judge' });
    expect(steps['guard']?.on).toEqual({ again: 'outline', stop: 'judge_finally' });
  });

  it('judges after a failed extraction as well, and does not look for the same again (Fail with reason as first-class data)', () => {
    const failed = { failed: 'judge', malformed: 'judge' };
    expect(steps['handle_extraction']?.on).toMatchObject(failed);
    expect(steps['handle_last_extraction']?.on).toEqual({ ...failed, found: 'check', call: 'judge' });
    expect(guardRules(extraction)).toEqual(expect.arrayContaining(['not_found', 'repeated_query']));
    expect(guardRules(extraction)).not.toContain('stuck');
  });

  it('can look for the parts of the question at once (Phase 3, 8: parallel first iteration)', () => {
    const parallel = wayOf(extraction, { outcomes: { ...AT_ONCE['extraction'], route: 'many' } });
    expect(callsOf(parallel)).toEqual(['split', 'extract', 'judge']);
    expect(actionsOf(parallel, 'handle_split', 'extract')).toEqual([
      'handle_prefix',
      'list_sections',
      'call_model',
    ]);
  });

  it('ends where it fails, without an answer made of what there is (Termination; No forced answers)', () => {
    const atOnce = wayOf(extraction, { outcomes: { ...asking, handle_judgement: 'fail' } });
    expect(after(idsOf(atOnce), 'handle_judgement')).toEqual(['cite_nearest', ...END.slice(2)]);
    const atLast = wayOf(extraction, { outcomes: { ...asking, handle_last_judgement: 'fail' } });
    expect(after(idsOf(atLast), 'guard')).toEqual([
      'judge_finally',
      'handle_last_judgement',
      'cite_nearest',
      ...END.slice(2),
    ]);
  });
});

describe('planner (001, Planner Mode)', () => {
  const planner = shipped('planner');

  it('gives a safe answer where there is nothing to plan with, or no plan, and fails where it must (No forced answers)', () => {
    expect(planner.steps['route']?.on).toEqual({ ok: 'plan', empty: 'safe_answer' });
    expect(planner.steps['handle_plan']?.on['malformed']).toBe('safe_answer');
    expect(planner.steps['handle_synthesis']?.on['fail']).toBe('cite_nearest');
    expect(Object.values(planner.steps['cite_nearest']?.on ?? {})).toEqual([END[2]]);
  });

  it('plans first, fetches, computes and writes once each, and never adapts (Planner; Key Differences)', () => {
    const way = wayOf(planner, { outcomes: AT_ONCE['planner'] ?? {} });
    expect(actionsOf(way, 'plan', 'synthesise')).toEqual([
      'call_model',
      'handle_prefix',
      'fetch_section',
      'call_model',
      'handle_prefix',
      'check_findings',
      'calculate',
      'call_model',
    ]);
    expect(planner.steps['compute']?.params['planned']).toBe(true);
    const missing = { failed: 'synthesise', malformed: 'synthesise', call: 'synthesise' };
    expect(planner.steps['handle_extraction']?.on).toMatchObject(missing);
    expect(planner.settings.max_turn_loops).toBe(0);
    expect(Object.values(planner.steps).filter(({ guard }) => guard)).toEqual([]);
  });
});

describe('adaptive (002)', () => {
  const adaptive = shipped('adaptive');
  const { settings, steps } = adaptive;
  const complex = {
    handle_analysis: 'complex',
    choose_passes: 'more',
    handle_assessment: 'complete',
    handle_answer: 'answer',
  };
  const incomplete = { ...complex, handle_assessment: 'incomplete' };

  it('takes 7 hits a query (§2: k = 7)', () => {
    expect(settings.top_k).toBe(7);
  });

  it('iterates twice at most, all with queries of their own (§2: max_iterations = 2)', () => {
    const ids = idsOf(wayOf(adaptive, { outcomes: incomplete }));
    expect(ids.filter((id) => id.startsWith('fetch'))).toEqual(['fetch', 'fetch_follow_ups']);
    expect(ids.filter((id) => id === 'assess')).toHaveLength(2);
  });

  it('has one follow-up for a simple question, however many are allowed (§2: "only for complex queries")', () => {
    expect(guardRules(adaptive)).toBeUndefined();
  });

  it('analyses before it searches (§2, step 1)', () => {
    expect(callsOf(wayOf(adaptive, { outcomes: complex }))).toEqual(['analyse', 'assess', 'answer']);
  });

  it.each([
    ['the question is simple', { ...complex, handle_analysis: 'simple' }, ['analyse', 'answer']],
    ['the analysis cannot be read', { ...complex, handle_analysis: 'malformed' }, ['analyse', 'answer']],
    ['one iteration is allowed', { ...complex, choose_passes: 'one' }, ['analyse', 'answer']],
    ['multi-step is off', { ...complex, route: 'fast' }, ['answer']],
  ])('searches once and judges nothing where %s (§1: defaults; §2, step 4; §3)', (_, outcomes, calls) => {
    const way = wayOf(adaptive, { outcomes });
    expect(callsOf(way)).toEqual(calls);
    expect(actionsOf(way, 'fetch_once', 'answer')).toEqual([
      'fetch_more_context',
      'fetch_related_documents',
      'recall_session',
      'check_context_budget',
      'call_model',
    ]);
  });

  it('judges a simple question where follow-ups are likely (§2, step 4)', () => {
    expect(steps['handle_analysis']?.on).toMatchObject({
      follow_up: 'choose_passes',
      complex: 'choose_passes',
    });
  });

  it.each(['complete', 'incomplete', 'malformed'])(
    'answers after an assessment: %s (§2, step 5)',
    (judged) => {
      const way = wayOf(adaptive, { outcomes: { ...complex, handle_assessment: judged } });
      expect(idsOf(way).slice(-END.length - 3)).toEqual(['check_budget', 'answer', 'handle_answer', ...END]);
    },
  );

  it('never runs the same follow-ups again (pitfalls: "the same ones run again every iteration")', () => {
    expect(steps['fetch_follow_ups']).toMatchObject({
      params: { skip_similar: true },
      on: { nothing_new: 'check_budget' },
    });
    expect(steps['fetch']?.params).not.toHaveProperty('skip_similar');
  });

  it('shows the judge what fits of all results (§2, step 4)', () => {
    expect(steps['settle']?.params['fit']).toBe(true);
    expect(steps['related']?.on).toEqual({ ok: 'recall', none: 'recall' });
    expect(steps['recall']?.on).toEqual({ recalled: 'settle', empty: 'settle' });
  });

  it('keeps the breadth of a judged question for its follow-ups', () => {
    expect(steps['fetch']?.params['narrow_first']).toBe(true);
    expect(steps['fetch_follow_ups']?.params).not.toHaveProperty('narrow_first');
    expect(steps['fetch_once']?.params).not.toHaveProperty('narrow_first');
  });

  it('adds documents of the same topic to every iteration (§3: include_series = True)', () => {
    const related = idsOf(wayOf(adaptive, { outcomes: incomplete })).filter((id) => id.startsWith('related'));
    expect(related).toEqual(['related', 'related']);
  });

  it('is multi-step by default (§3 and §4: use_multi_step = True)', () => {
    expect(settings.use_multi_step).toBe(true);
  });
});

describe('a question about structure alone', () => {
  it.each(['code', 'cgrag', 'agent'])('is answered by %s from the code graph, without a model', (name) => {
    const pipeline = shipped(name);
    const way = wayOf(pipeline, { outcomes: { ask_graph: 'answered' } });
    expect(idsOf(way)).toEqual([
      'translate_in',
      'load_history',
      'rewrite',
      'ask_graph',
      ...END.slice(END.indexOf('verify_citations')),
    ]);
    expect(callsOf(way)).toEqual([]);
    expect(pipeline.steps['ask_graph']?.away?.outcome).toBe('other');
    expect(pipeline.steps['ask_graph']?.on['other']).toBe(name === 'code' ? 'ask_history' : 'ask_tables');
  });

  it.each(['adaptive', 'corag', 'extraction', 'planner'])(
    'is none for %s, which does without the code graph and so never lacks it',
    (name) => {
      const actions = Object.values(shipped(name).steps).map(({ action }) => action);
      expect(actions.filter((action) => /graph|node|expand/.test(action))).toEqual([]);
    },
  );
});

describe('completeness: rules_too', () => {
  it.each([
    ['code', ['handle_answer']],
    ['cgrag', ['handle_answer']],
    ['adaptive', ['handle_assessment']],
    ['corag', ['handle_critique']],
    ['agent', []],
    ['extraction', []],
    ['planner', []],
  ])('of %s, applies to the replies that end its loop: %j', (name, expected) => {
    const { steps } = shipped(name);
    const ending = Object.values(steps).filter(({ params }) => params['ends_loop'] === true);
    expect(ending.map(({ id }) => id)).toEqual(expected);
    // What the rules request must lead to the guard, which limits the passes.
    for (const { on } of ending)
      expect(Object.values(on).map((id) => steps[id]?.action)).toContain('loop_guard');
  });
});

describe('what the session found', () => {
  const recalling = (name: string) =>
    Object.entries(shipped(name).steps).filter(([, { action }]) => action === 'recall_session');

  it.each(['code', 'cgrag', 'agent', 'adaptive', 'corag'])('is recalled by %s before its answer', (name) => {
    const ids = recalling(name).map(([id]) => id);
    expect(ids.length).toBeGreaterThan(0);
    const way = idsOf(wayOf(shipped(name), { outcomes: AT_ONCE[name] ?? {} }));
    expect(way.filter((id) => ids.includes(id))).toHaveLength(1);
    for (const [, { away }] of recalling(name)) expect(away?.outcome).toBe('empty');
  });

  it.each(['adaptive', 'corag'])('is recalled by %s in its fast form, too', (name) => {
    const way = wayOf(shipped(name), { outcomes: AT_ONCE[name] ?? {}, depth: 'fast' });
    expect(way.filter(({ action }) => action === 'recall_session')).toHaveLength(1);
  });

  it.each(['code', 'cgrag', 'adaptive', 'corag'])(
    'serves the requests of %s before they are searched for',
    (name) => expect(shipped(name).steps['guard']?.on['again']).toBe('recall_requested'),
  );

  it.each(['extraction', 'planner'])('is not recalled by %s, whose judge sees values only', (name) => {
    expect(recalling(name)).toEqual([]);
  });
});

describe('agent (002, LLM-as-Agent with RAG Tool Approach)', () => {
  const agent = shipped('agent');
  const calling = wayOf(agent, { outcomes: { handle: 'call', handle_final: 'answer' } });

  it('has retrieval as tools, and calls them from the first step on (approach 2; long-term evolution, 1)', () => {
    expect(agent.steps['think']?.params['tools']).toEqual([
      'search',
      'lookup',
      'fetch_section',
      'fetch_table',
    ]);
    expect(actionsOf(calling, 'route', 'handle')).toEqual(['recall_session', 'call_model', 'handle_prefix']);
  });

  it('serves every tool in every step, each by the action of its name (different retrieval strategies)', () => {
    expect(actionsOf(calling, 'lookup', 'think')).toEqual([
      'lookup_nodes',
      'fetch_more_context',
      'fetch_section',
      'fetch_table',
      'check_context_budget',
      'call_model',
    ]);
  });

  it('is bounded: after its last step it answers from what there is (drawbacks: back-and-forth calls)', () => {
    const calls = callsOf(calling);
    expect(calls).toEqual([
      ...Array<string>(agent.settings.max_turn_loops + 1).fill('think'),
      'answer_finally',
    ]);
    expect(agent.steps['answer_finally']?.params).not.toHaveProperty('tools');
    expect(after(idsOf(calling), 'guard')).toEqual([
      'gather',
      'check_budget',
      'answer_finally',
      'handle_final',
      ...END,
    ]);
  });

  it('reads a miss and tries again: a step without news is no end (dynamic and adaptive)', () => {
    expect(guardRules(agent)).not.toContain('stuck');
  });
});

describe('code (003)', () => {
  const code = shipped('code');
  const { settings, steps } = code;
  const asking = { handle_route: 'hybrid', handle_answer: 'need', handle_final: 'need' };

  it('goes through phases A to H in order (§1 to §8)', () => {
    const way = wayOf(code, { outcomes: AT_ONCE['code'] ?? {} });
    expect(actionsOf(way, 'translate_in', 'finalize')).toEqual([
      'translate_in_if_needed', // A, §1
      'load_conversation_history', // B, §2
      'rewrite_question',
      'ask_graph', // structure alone needs no search
      'ask_history', // past commits
      'ask_tables', // rows of tables
      'call_model', // C, §3
      'handle_prefix',
      'fetch_more_context', // D, §4
      'recall_session',
      'expand_dependency_tree', // E, §5: "immediately after retrieval"
      'fetch_node_texts', // §5.3
      'check_context_budget', // F, §6
      'call_model', // G, §7
      'handle_prefix',
      'verify_citations',
      'verify_claims',
      'translate_out_if_needed', // H, §8.1
      'remember_session',
      'persist_turn_and_finalize', // §8.2
      'finalize',
    ]);
  });

  it('lets the router choose among all modes, and answers without retrieval where it says so (§0.2, §3.2)', () => {
    expect(settings.retrieval_modes.toSorted()).toEqual(['bm25', 'hybrid', 'semantic', 'semantic_rerank']);
    expect(steps['fetch']?.params).not.toHaveProperty('mode');
    const direct = wayOf(code, { outcomes: { handle_route: 'direct', handle_direct: 'answer' } });
    expect(callsOf(direct)).toEqual(['route', 'answer_directly']);
    expect(idsOf(direct)).not.toContain('fetch');
  });

  it('widens to max(50, 3 · top_k), and blends meaning with words (§4.2)', () => {
    const { alpha, beta, widen_min, widen_factor } = settings.rerank;
    expect({ widen_min, widen_factor }).toEqual({ widen_min: 50, widen_factor: 3 });
    expect(Math.min(alpha, beta)).toBeGreaterThan(0);
  });

  it('bounds the walk by depth, nodes and kinds of edges, and fetches bodies (§5.2, §5.3)', () => {
    expect(settings.graph_max_depth).toBeGreaterThan(0);
    expect(settings.graph_max_nodes).toBeGreaterThan(1);
    expect(settings.graph_edge_allowlist).not.toEqual([]);
    expect(settings.node_text_fetch_top_n).toBeGreaterThan(0);
  });

  it('runs D, E, F and G again for a request, 3 to 5 times at most (§0.2, §7.2)', () => {
    const way = wayOf(code, { outcomes: asking });
    expect(actionsOf(way, 'lookup', 'handle_answer')).toEqual([
      'lookup_nodes',
      'fetch_more_context',
      'recall_session',
      'expand_dependency_tree',
      'fetch_node_texts',
      'check_context_budget',
      'call_model',
      'handle_prefix',
    ]);
    const loops = count(code, 'fetch', asking) - 1;
    expect(loops).toBeGreaterThanOrEqual(3);
    expect(loops).toBeLessThanOrEqual(5);
  });

  it('finalizes with a safe explanation after the last loop (§7.2)', () => {
    const ids = idsOf(wayOf(code, { outcomes: asking }));
    expect(after(ids, 'guard')).toEqual(['answer_finally', 'handle_final', 'safe_answer', ...END]);
  });

  it('stops by every rule of the guard, weak entry points included (§12.4)', () => {
    expect(guardRules(code)).toBeUndefined();
  });
});

describe('corag (004)', () => {
  const corag = shipped('corag');
  const { settings, steps } = corag;
  const never = { handle_critique: 'insufficient', handle_synthesis: 'answer' };

  it('searches and judges six times at most, decomposes and writes once (Stopping Criteria, 2: default 6 steps)', () => {
    expect(count(corag, 'fetch', never)).toBe(6);
    const judgements = Array<string[]>(6).fill(['find_gaps', 'criticise']).flat();
    expect(callsOf(wayOf(corag, { outcomes: never }))).toEqual(['decompose', ...judgements, 'synthesise']);
  });

  it('searches once and writes where depth is fast (Why Multi-Step?: a single retrieval)', () => {
    const fast = wayOf(corag, { outcomes: never, depth: 'fast' });
    expect(callsOf(fast)).toEqual(['synthesise']);
    expect(actionsOf(fast, 'fetch_once', 'synthesise')).toEqual([
      'fetch_more_context',
      'recall_session',
      'check_context_budget',
      'call_model',
    ]);
  });

  it('asks for decomposition, gap analysis, self-critique and synthesis, in this order (Multi-Step Loop; Data Flow)', () => {
    const sufficient = wayOf(corag, { outcomes: AT_ONCE['corag'] ?? {} });
    expect(callsOf(sufficient)).toEqual(['decompose', 'find_gaps', 'criticise', 'synthesise']);
    expect(actionsOf(sufficient, 'decompose', 'find_gaps')).toEqual([
      'call_model',
      'handle_prefix',
      'fetch_more_context',
      'recall_session',
      'check_context_budget',
      'call_model',
    ]);
  });

  it('lets only the self-critique end the loop, and a reply that cannot be read is not "sufficient" (Stopping Criteria, 1)', () => {
    expect(steps['handle_critique']?.on).toEqual({
      sufficient: 'check_budget',
      insufficient: 'guard',
      malformed: 'guard',
    });
    expect(Object.values(steps['handle_gaps']?.on ?? {})).toEqual(['criticise', 'criticise']);
  });

  it('skips queries of cosine > 0.85 to earlier ones, and stops where none is new (Deduplication; Stopping Criteria, 3)', () => {
    expect(settings.repeat_similarity).toBe(0.85);
    expect(steps['fetch']).toMatchObject({
      params: { skip_similar: true },
      on: { nothing_new: 'check_budget' },
    });
  });

  it('retrieves by dense vectors alone (Dense Index; Why Dense Retrieval?)', () => {
    expect(settings.retrieval_modes).toEqual(['semantic']);
    expect(steps['fetch']?.params).not.toHaveProperty('mode');
    expect(steps['fetch_once']?.params['mode']).toBe('semantic');
  });

  it('retrieves the same top-k for a sub-query and a follow-up (Execution)', () => {
    expect(steps['fetch']?.params['need_top_k']).toBe(settings.top_k);
  });

  it('shows both judgements what fits of the retrieved information (Data Flow: Gap Analysis, Self-Critique)', () => {
    expect(steps['settle']?.params['fit']).toBe(true);
  });

  it('writes the answer from what was found, in whatever way the loop ends (Generation Layer)', () => {
    const stopped = wayOf(corag, { outcomes: never });
    expect(after(idsOf(stopped), 'guard')).toEqual([
      'check_budget',
      'synthesise',
      'handle_synthesis',
      ...END,
    ]);
  });
});

describe('prompts', () => {
  const folder = join(__dirname, '../../pipelines');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /prompts\/.*\.md$/.test(file),
  );
  const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8');
  /** What changes from pass to pass. */
  const CHANGING = /\b(?:pass|misses|draft|missing|answered|contradictions|queries|needs)\b(?=[^{}%]*[%}]\})/;

  // Providers do not compute a beginning again that two prompts share (OpenAI, Anthropic, vLLM, llama.cpp).
  it.each(files.filter((file) => /\{\{ (?:context|preview) \}\}/.test(textOf(file))))(
    '%s keeps its beginning from pass to pass: what changes stands below the evidence',
    (file) => {
      const [before = ''] = textOf(file).split(/\{\{ (?:context|preview) \}\}/);
      expect(CHANGING.exec(before)?.[0]).toBeUndefined();
    },
  );
});

describe('code', () => {
  it('searches the documentation too for what a user wants to do', () => {
    expect(shipped('code').steps['fetch']?.params).toMatchObject({ documentation: true, names: true });
  });

  it('finds code before pages, tests and examples in the first pass', () => {
    expect(shipped('code').steps['fetch']?.params).toMatchObject({ code_first: true });
  });
});
