import { parameterDocsIn } from './parameter-docs';
import { readLines } from './lines';
import { evidence } from './testing/evidence';

const documented = (language: string, text: string): readonly number[] => [
  ...parameterDocsIn(readLines(evidence(1, `a.${language}`, text, { language }))),
];

describe('parameterDocsIn', () => {
  it('finds the tags of a comment with the lines in which they continue', () => {
    const text = [
      '/**',
      ' * Accepts a connection.',
      ' *',
      ' * @param {Object} options what is configured',
      ' * @param {Number} [options.size=0] The largest',
      ' *     message that is taken',
      ' *',
      ' * Nothing else.',
      ' */',
      'function accept(options) {}',
    ];
    expect(documented('javascript', text.join('\n'))).toEqual([3, 4, 5]);
  });

  it('finds those of a docstring, up to its end', () => {
    const text = [
      'def accept(size):',
      '    """Accepts.',
      '',
      '    :param size: the largest',
      '        message',
      '    """',
      '    return size',
    ];
    expect(documented('python', text.join('\n'))).toEqual([3, 4]);
  });

  it('takes no code for documentation', () => {
    expect(documented('typescript', '@param(1)\nclass A {}')).toEqual([]);
  });
});
