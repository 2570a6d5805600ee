import fc from 'fast-check';
import { Fault } from '@quarry/turn';
import { ProblemList } from './problem';
import { PROMPT_VARIABLES, renderPrompt } from './prompt';
import { readPromptFile } from './prompt-file';

function read(text: string) {
  const problems = new ProblemList();
  const checked = readPromptFile('p.md', text, problems.report());
  const messages = problems.sorted().map(({ line, column, message }) => `${line}:${column} ${message}`);
  return { checked, messages };
}

const file = (user: string, system = 'You answer.') => `--- system ---\n${system}\n--- user ---\n${user}\n`;

describe('a prompt file', () => {
  it('has two parts, and reports the variables that it uses', () => {
    const { checked, messages } = read(
      `\n${file('{{ question }}\n{% if error %}{{ error }}{% endif %}', '# Hi\n\n--- a rule')}`,
    );
    expect(messages).toEqual([]);
    expect(checked?.prompt).toEqual({
      system: '# Hi\n\n--- a rule',
      user: '{{ question }}\n{% if error %}{{ error }}{% endif %}',
    });
    expect([...(checked?.variables ?? [])].sort()).toEqual(['error', 'question']);
    expect(checked?.tokens).toBeGreaterThan(10);
  });

  it('may have Windows line ends, a byte order mark and an empty system part', () => {
    expect(read(`\uFEFF${file('x', '').replaceAll('\n', '\r\n')}`)).toMatchObject({
      messages: [],
      checked: { prompt: { system: '', user: 'x' } },
    });
  });

  it('accepts every variable of the list', () => {
    expect(read(file(PROMPT_VARIABLES.map((name) => `{{ ${name} }}`).join(' '))).messages).toEqual([]);
  });

  it('accepts variables that it assigns itself', () => {
    const text =
      '{% assign z = 1 %}{{ z }}{% for need in needs %}{{ forloop.index }} {{ need }}{% endfor %}{{ needs.size }}';
    expect(read(file(text)).messages).toEqual([]);
  });

  it.each([
    ['', '1:1 a prompt has two parts'],
    ['hello', '1:1 text before the first part'],
    ['--- user ---\nx\n--- system ---\ny', '4:1 a prompt has two parts'],
    ['--- user ---\nx\n--- user ---\ny', '4:1 a prompt has two parts'],
    [`${file('x')}--- user ---\ny`, '6:1 a prompt has two parts'],
    [file(' '), '4:1 the part `user` is empty'],
    [file('\n{{ contxt }}'), "5:4 unknown variable 'contxt'; did you mean 'context'?"],
    [file('x', 'a\n\n  {{ nonsense_name }}'), "4:6 unknown variable 'nonsense_name'; known: "],
    [file('{{ question.constructor }}'), "4:4 the variable 'question' has no property 'constructor'"],
    [file('{{ context | upcse }}'), '4:1 template: undefined filter: upcse'],
    [file('{{ context'), '4:1 template: output "{{ context'],
    [file('\n{% if context %}'), '5:1 template: tag {% if context %} not closed'],
    [file('{% include "/etc/passwd" %}'), '4:1 template: tag "include" not found'],
    [file('{% render "x" %}'), '4:1 template: tag "render" not found'],
    [file('{% layout "x" %}'), '4:1 template: tag "layout" not found'],
    [file('{% iff x %}'), 'tag "iff" not found; did you mean \'if\'?'],
    [file('x'.repeat(70_000)), '1:1 the prompt is larger than 64 KB'],
  ])('is refused: %j', (text, message) => {
    const { checked, messages } = read(text);
    expect(messages.join('\n')).toContain(message);
    expect(checked).toBeUndefined();
  });

  it('is refused at the line of the error, which the message does not repeat', () => {
    const long = file(`${'\n'.repeat(10)}{{ context | upcse }}`);
    expect(read(long).messages).toEqual(['14:1 template: undefined filter: upcse']);
  });

  it('reports all unknown variables, and nothing crashes on deep nesting', () => {
    expect(read(file('{{ aa }} {{ bb }}', '{{ cc }}')).messages).toHaveLength(3);
    const deep = read(file(`${'{% if pass %}'.repeat(2_000)}x${'{% endif %}'.repeat(2_000)}`));
    expect(deep.checked !== undefined || deep.messages.length > 0).toBe(true);
  });

  it('never makes the reader throw', () => {
    const piece = fc.constantFrom(
      '{{',
      '}}',
      '{%',
      '%}',
      '{%-',
      ' question ',
      ' if ',
      'endif',
      'for x in ',
      '(1..9)',
      '|',
      '.',
      '[',
      ']',
      '"',
      '\n',
      '--- user ---',
      '--- system ---',
      'raw',
      'liquid',
      ':',
      '#',
      'é',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        read(file(pieces.join('')));
        read(pieces.join(''));
      }),
      { numRuns: 300 },
    );
  });
});

describe('renderPrompt', () => {
  it('treats values as data: any content stays text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.constantFrom('{{ context }}', '{% if x %}', '--- user ---', '{"a": {}}', '}}{{'),
        ),
        (value) => {
          const prompt = { system: '[{{ question }}]', user: '<{{ needs | join: "," }}>{{ context }}' };
          expect(renderPrompt(prompt, { question: value, needs: [value, value], context: '' })).toEqual({
            system: `[${value}]`,
            user: `<${value},${value}>`,
          });
        },
      ),
    );
  });

  it('leaves braces of JSON in the template alone', () => {
    const prompt = { system: '{"mode": "x", "q": {"a": 1}}', user: 'x' };
    expect(renderPrompt(prompt, {}).system).toBe(prompt.system);
  });

  it('counts absent and empty values as false in conditions, and loops over nothing', () => {
    const prompt = {
      system: '{% if error %}E{% endif %}{% if history %}H{% endif %}{% if misses %}M{% endif %}',
      user: '{% for miss in misses %}-{{ miss }}{% endfor %}{{ pass }}',
    };
    expect(renderPrompt(prompt, { history: '', misses: [], pass: 1 })).toEqual({ system: '', user: '1' });
    expect(renderPrompt(prompt, { history: 'x', misses: ['a', 'b'], error: 'e', pass: 2 })).toEqual({
      system: 'EHM',
      user: '-a-b2',
    });
  });

  it.each([
    [{ question: 'q', pass: 1 }, 'Given variables: question, pass.'],
    [{}, 'Given variables: none.'],
  ])('reports which variable is missing, and which exist: %j', (variables, given) => {
    expect.assertions(3);
    try {
      renderPrompt({ system: '', user: '{{ context }}' }, variables);
    } catch (error) {
      expect(error).toMatchObject({ code: 'pipeline_invalid' });
      expect(String(error)).toContain('context');
      expect(String(error)).toContain(given);
    }
  });

  it('reads no file, and stops templates that do too much work', () => {
    expect(() => renderPrompt({ system: '{% render "/etc/passwd" %}', user: '' }, {})).toThrow(Fault);
    expect(() =>
      renderPrompt({ system: '{% for i in (1..900000000) %}x{% endfor %}', user: '' }, {}),
    ).toThrow(Fault);
  });
});
