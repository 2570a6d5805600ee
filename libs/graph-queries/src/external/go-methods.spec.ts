import { node } from '../testing/code';
import { methodTypes, statedTypes } from './go-methods';

const typesOf = (text: string): string | undefined =>
  methodTypes({
    ...node('m.T.Do', 'METHOD', 'm.go'),
    text,
    signature: text.split('\n').find((line) => line.startsWith('func')) ?? text,
  });

describe('the types of a method of Go', () => {
  it.each([
    ['func (t *T) Do(w http.ResponseWriter, r *http.Request) {', '(http.ResponseWriter,*http.Request)'],
    ['// Do calls Do(1).\nfunc (t T) Do(a, b int) bool { return true }', '(int,int)bool'],
    ['func (t T) Do(_ interface{}) interface{} {', '(any)any'],
    ['func (t T) Do(p []byte) (n int, err error) {', '([]byte)(int,error)'],
    ['func (T) Do([]byte) (int, error)', '([]byte)(int,error)'],
    [
      'func (t T) Do(\n\tctx context.Context,\n\tf func(a int) error,\n) <-chan struct{} {',
      '(context.Context,func(aint)error)<-chanstruct{}',
    ],
    ['Do() string', '()string'],
  ])('%s', (text, types) => {
    expect(typesOf(text)).toBe(types);
  });

  it('are those that data states in the same form', () => {
    expect(statedTypes('([]byte) (int, error)')).toBe('([]byte)(int,error)');
    expect(statedTypes('(http.ResponseWriter, *http.Request)')).toBe('(http.ResponseWriter,*http.Request)');
    expect(statedTypes('() <-chan struct{}')).toBe('()<-chanstruct{}');
  });

  it('are none of another text', () => {
    expect(typesOf('func (t T) Other() {')).toBeUndefined();
  });
});
