import { node } from '../testing/code';
import { throwLines } from './throw-lines';

describe('throwLines', () => {
  it.each<readonly [language: string, line: string, ...errors: string[]]>([
    ['python', 'raise ValueError("raise KeyError")', 'ValueError'],
    ['python', 'if a: raise errors.Gone(a) from e', 'errors.Gone'],
    ['python', 'raise'],
    ['python', '# raise ValueError'],
    ['python', 'x.raise_for_status()'],
    ['typescript', 'throw new errors.Gone(`a`);', 'errors.Gone'],
    ['typescript', 'throw error;', 'error'],
    ['typescript', 'const throwing = a;'],
    ['java', 'throw new IllegalStateException("a");', 'IllegalStateException'],
    ['csharp', 'var a = b ?? throw new GoneException();', 'GoneException'],
    ['csharp', 'ArgumentNullException.ThrowIfNull(a);', 'ArgumentNullException'],
    ['csharp', 'throw;'],
    ['php', 'throw new \\App\\Gone();', '\\App\\Gone'],
    ['ruby', "raise 'gone'", 'RuntimeError'],
    ['ruby', "raise Gone, 'a'", 'Gone'],
    ['go', 'return nil, ErrGone', 'ErrGone'],
    ['go', 'return 0, fmt.Errorf("a %w", err)', 'fmt.Errorf'],
    ['go', 'return &GoneError{Name: a}', 'GoneError'],
    ['go', 'return err'],
    ['go', 'if err == ErrGone {'],
    ['go', 'panic("a")', 'panic'],
    ['rust', 'return Err(Error::Gone(a));', 'Error::Gone'],
    ['rust', 'bail!("gone {}", a);', 'bail!'],
    ['rust', 'a.ok_or_else(|| Error::Gone)?', 'Error::Gone'],
    ['rust', 'Err(Error::Gone) => 1,'],
    ['rust', 'if let Err(Error::Gone) = a {'],
  ])('of %s: %s', (language, line, ...errors) => {
    const lines = throwLines({ ...node('f', 'FUNCTION', 'a'), language, text: `f\n${line}\n` });
    expect(lines).toEqual(errors.map((error) => ({ at: 1, error })));
  });
});
