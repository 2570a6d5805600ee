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

describe.each(SHIPPED)('every pipeline, such as %s (003)', (name) => {
  const pipeline = shipped(name);
  const way = wayOf(pipeline, { outcomes: AT_ONCE[name] ?? {} });

  it('begins with translation and history, and ends with translation and history (§1, §2, §8)', () => {
    expect(idsOf(way).slice(0, 3)).toEqual(['translate_in', 'load_history', 'rewrite']);
    expect(idsOf(way).slice(-END.length)).toEqual(END);
  });

  it('works in English, and summarises history that is too long, each time anew with what came since (§0.2, §2.2)', () => {
    expect(pipeline.settings).toMatchObject({
      model_language: 'en',
      history_summarization_policy: 'incremental_resummarize',
    });
    expect(pipeline.settings.max_history_tokens).toBeGreaterThan(0);
    expect(pipeline.steps['load_history']?.on['over_limit']).toBe('summarize_history');
    expect(pipeline.steps['summarize_history']?.on['ok']).toBe('rewrite');
  });

  it('checks the citations of a safe answer as those of any other (§7.2: no hallucinations)', () => {
    expect(pipeline.steps['safe_answer']?.on['ok']).toBe(END[0]);
  });
});

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

  it('is one pass for a simple question of whoever opts out (Future Considerations: User control)', () => {
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
  });

  it('gives the extracting model fetch_section and four turns, the last one to report (Extraction Agent; Phase 1, 2)', () => {
    expect(settings.max_extraction_turns).toBe(4);
    expect(params('extract')['tools']).toEqual(['fetch_section']);
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

  it('has no gate between the values and the one who judges (Sufficiency is decided by the synthesis agent)', () => {
    expect(steps['check']?.on).toEqual({ found: 'judge', nothing: 'judge' });
  });

  it('judges after a failed extraction as well (Fail with reason as first-class data)', () => {
    expect(steps['handle_extraction']?.on).toMatchObject({ failed: 'judge', malformed: 'judge' });
    expect(steps['handle_last_extraction']?.on).toMatchObject({
      found: 'check',
      failed: 'judge',
      malformed: 'judge',
    });
    expect(guardRules(extraction)).not.toContain('stuck');
  });

  it('ends where it fails, without an answer made of what there is (Termination; No forced answers)', () => {
    const atOnce = wayOf(extraction, { outcomes: { ...asking, handle_judgement: 'fail' } });
    expect(after(idsOf(atOnce), 'handle_judgement')).toEqual(END.slice(2));
    const atLast = wayOf(extraction, { outcomes: { ...asking, handle_last_judgement: 'fail' } });
    expect(after(idsOf(atLast), 'guard')).toEqual([
      'judge_finally',
      'handle_last_judgement',
      ...END.slice(2),
    ]);
  });
});

describe('planner (001, Planner Mode)', () => {
  const planner = shipped('planner');

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
    expect(planner.settings.max_turn_loops).toBe(0);
    expect(Object.values(planner.steps).filter(({ guard }) => guard)).toEqual([]);
  });
});

describe('adaptive (002)', () => {
  const adaptive = shipped('adaptive');
  const { settings, steps } = adaptive;
  const complex = { handle_analysis: 'complex', choose_passes: 'more', handle_answer: 'answer' };
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

  it('analyses before it searches, and judges a simple question only where follow-ups are likely (§2, step 1 and 4)', () => {
    const simple = { ...complex, handle_analysis: 'simple' };
    expect(callsOf(wayOf(adaptive, { outcomes: simple }))).toEqual(['analyse', 'answer']);
    for (const handle_analysis of ['complex', 'follow_up'])
      expect(
        callsOf(
          wayOf(adaptive, { outcomes: { ...complex, handle_analysis, handle_assessment: 'complete' } }),
        ),
      ).toEqual(['analyse', 'assess', 'answer']);
  });

  it('does not judge where one iteration is allowed (§2, step 4: retrieval_iterations > 1)', () => {
    const one = { ...complex, choose_passes: 'one' };
    expect(callsOf(wayOf(adaptive, { outcomes: one }))).toEqual(['analyse', 'answer']);
  });

  it('searches for the question alone where the analysis cannot be read (§1: defaults)', () => {
    const garbled = { ...complex, handle_analysis: 'malformed' };
    expect(callsOf(wayOf(adaptive, { outcomes: garbled }))).toEqual(['analyse', 'answer']);
  });

  it('never runs the same follow-ups again (pitfalls: "the same ones run again every iteration")', () => {
    expect(steps['fetch_follow_ups']).toMatchObject({
      params: { skip_similar: true },
      on: { nothing_new: 'check_budget' },
    });
    expect(steps['fetch']?.params).not.toHaveProperty('skip_similar');
  });

  it('shows the judge what fits of all results (§2, step 4)', () => {
    expect(steps['settle']?.params['fit']).toBe(true);
  });

  it('adds documents of the same topic to every iteration (§3: include_series = True)', () => {
    const related = idsOf(wayOf(adaptive, { outcomes: incomplete })).filter((id) => id.startsWith('related'));
    expect(related).toEqual(['related', 'related']);
    expect(steps['fetch_once']?.on['ok']).toBe('related_once');
  });

  it('is multi-step by default, and one search where that is off (§3 and §4: use_multi_step = True)', () => {
    expect(settings.use_multi_step).toBe(true);
    const fast = wayOf(adaptive, { outcomes: { handle_answer: 'answer' }, depth: 'fast' });
    expect(callsOf(fast)).toEqual(['answer']);
  });
});

describe('agent (002, LLM-as-Agent with RAG Tool Approach)', () => {
  const agent = shipped('agent');
  const calling = wayOf(agent, { outcomes: { handle: 'call', handle_final: 'answer' } });

  it('has retrieval as tools, and calls them from the first step on (approach 2; long-term evolution, 1)', () => {
    expect(agent.steps['think']?.params['tools']).toEqual(['search', 'lookup', 'fetch_section']);
    expect(actionsOf(calling, 'route', 'handle')).toEqual(['recall_session', 'call_model', 'handle_prefix']);
  });

  it('serves every tool in every step, each by the action of its name (different retrieval strategies)', () => {
    expect(actionsOf(calling, 'lookup', 'think')).toEqual([
      'lookup_nodes',
      'fetch_more_context',
      'fetch_section',
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

  it('condenses evidence over its budget before the answer (§6.2)', () => {
    const over = wayOf(code, { outcomes: { ...AT_ONCE['code'], check_budget: 'over_limit' } });
    expect(actionsOf(over, 'check_budget', 'answer')).toEqual([
      'check_context_budget',
      'condense_context',
      'call_model',
    ]);
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

  it('searches six times at most (Stopping Criteria, 2: default 6 steps)', () => {
    expect(count(corag, 'fetch', never)).toBe(6);
  });

  it('asks for decomposition, gap analysis, self-critique and synthesis, in this order (Multi-Step Loop; Data Flow)', () => {
    const sufficient = wayOf(corag, { outcomes: AT_ONCE['corag'] ?? {} });
    expect(callsOf(sufficient)).toEqual(['decompose', 'find_gaps', 'criticise', 'synthesise']);
    expect(actionsOf(sufficient, 'decompose', 'find_gaps')).toEqual([
      'call_model',
      'handle_prefix',
      'fetch_more_context',
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
    expect(callsOf(stopped).filter((id) => id === 'synthesise')).toHaveLength(1);
    expect(after(idsOf(stopped), 'guard')).toEqual([
      'check_budget',
      'synthesise',
      'handle_synthesis',
      ...END,
    ]);
  });
});
