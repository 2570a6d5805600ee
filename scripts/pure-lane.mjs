const MODULES = /^(?:node:)?(?:child_process|cluster|dgram|http2?|https|net|sqlite|tls|worker_threads)$/;
const TIMERS = /^(?:node:)?timers(?:\/promises)?$/;
const CLOCKS = ['Date.now', 'performance.now', 'process.hrtime'];

/**
 * ESLint rule for pure specs (docs/recipes.md): no module that starts a process or opens a connection or database; no
 * sleep and no real clock, except in files with fake timers. test/lane-environment.cjs checks helpers at run time.
 */
export const pureLane = {
  meta: {
    type: 'problem',
    messages: {
      module: "A pure spec cannot use '{{name}}': name it .int.spec.ts or .slow.spec.ts.",
      sleep: 'A pure spec does not sleep: await the result, or use fake timers (jest.useFakeTimers).',
      clock:
        'A pure spec does not read the real clock: inject a Clock, pass a time, or use fake timers (jest.useFakeTimers).',
    },
  },
  create(context) {
    const source = context.sourceCode.getText();
    if (/\bjest\.useFakeTimers\(/.test(source)) return { ImportDeclaration: imports };
    return {
      ImportDeclaration: imports,
      'CallExpression[callee.name=/^set(Timeout|Interval)$/]': (node) =>
        context.report({ node, messageId: 'sleep' }),
      MemberExpression(node) {
        if (CLOCKS.includes(`${node.object.name}.${node.property.name}`))
          context.report({ node, messageId: 'clock' });
      },
      "NewExpression[callee.name='Date'][arguments.length=0]": (node) =>
        context.report({ node, messageId: 'clock' }),
    };

    function imports(node) {
      if (node.importKind === 'type') return;
      const name = node.source.value;
      if (MODULES.test(name)) context.report({ node, messageId: 'module', data: { name } });
      const sleeps = node.specifiers.some(({ imported }) =>
        /^set(?:Timeout|Interval)$/.test(imported?.name ?? ''),
      );
      if (TIMERS.test(name) && sleeps) context.report({ node, messageId: 'sleep' });
    }
  },
};
