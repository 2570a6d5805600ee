import { graphOf } from './testing/graph-of';

/** In each, a local gets its type from a static function that makes it, and from the declared result of a function. */
const CALLS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  [
    'Rust',
    {
      'src/lib.rs': `pub struct Rules;
impl Rules {
    pub fn empty() -> Rules { Rules }
    pub fn matched(&self) -> bool { true }
}
pub struct Other;
impl Other { pub fn matched(&self) -> bool { true } }
#[cfg(test)]
mod tests {
    use super::*;
    fn rules(x: &str) -> Rules { Rules::empty() }
    fn made() { let r = Rules::empty(); assert!(r.matched()); }
    fn given() { let r = rules(""); assert!(r.matched()); }
    fn shadowed() { let rules = rules(""); assert!(rules.matched()); }
}
`,
    },
  ],
  [
    'Go',
    {
      'shop/rules.go': `package shop
type Rules struct{}
func Empty() *Rules { return &Rules{} }
func (r *Rules) Matched() bool { return true }
type Other struct{}
func (o *Other) Matched() bool { return true }
func rules(x string) (*Rules, error) { return Empty(), nil }
func made() { r := Empty(); r.Matched() }
func given() { r, err := rules(""); r.Matched() }
func shadowed() { rules, err := rules(""); rules.Matched() }
`,
    },
  ],
  [
    'C#',
    {
      'Rules.cs': `namespace Shop;
public class Rules { public static Rules Empty() => new Rules(); public bool Matched() => true; }
public class Other { public bool Matched() => true; }
class Tests {
  Rules rules(string x) => Rules.Empty();
  void made() { var r = Rules.Empty(); r.Matched(); }
  void given() { var r = rules(""); r.Matched(); }
  void shadowed() { var text = $"{rules("").Matched()}"; }
}
`,
    },
  ],
  [
    'TypeScript',
    {
      'rules.ts': `export class Rules { static empty(): Rules { return new Rules(); } matched() { return true; } }
export class Other { matched() { return true; } }
`,
      'tests.ts': `import { Rules } from './rules';
function rules(x: string): Rules { return Rules.empty(); }
function made() { const r = Rules.empty(); r.matched(); }
async function given() { const r = rules(''); r.matched(); }
function shadowed() { return \`is \${rules('').matched()}\`; }
`,
    },
  ],
  [
    'Python',
    {
      'rules.py': `class Rules:
    @classmethod
    def empty(cls) -> "Rules":
        return cls()
    def matched(self): ...
class Other:
    def matched(self): ...
def rules(x) -> Rules:
    return Rules.empty()
def made():
    r = Rules.empty()
    r.matched()
def given():
    r = rules("")
    r.matched()
def shadowed():
    return f"is {rules('').matched()}"
`,
    },
  ],
];

it('is that of one part of a tuple in Rust', async () => {
  const { edges } = await graphOf({
    'src/lib.rs': `pub struct Rules;
pub struct Fault;
impl Rules {
    pub fn child(&self) -> (Rules, Option<Fault>) { todo!() }
    pub fn matched(&self) -> bool { true }
}
impl Fault { pub fn matched(&self) -> bool { true } }
fn both(base: &Rules) { let (rules, fault) = base.child(); rules.matched(); fault.unwrap().matched(); }
fn shadowed(rules: &Rules) { let (rules, _) = rules.child(); rules.matched(); }
`,
  });
  expect(edges.filter((edge) => /CALLS \S*\.matched\|/.test(edge))).toEqual([
    'src/lib.both|FUNCTION CALLS src/lib.Fault.matched|METHOD',
    'src/lib.both|FUNCTION CALLS src/lib.Rules.matched|METHOD',
    'src/lib.shadowed|FUNCTION CALLS src/lib.Rules.matched|METHOD',
  ]);
});

describe('the type of a value that a function makes', () => {
  it.each(CALLS)('places the calls on it in %s', async (_language, files) => {
    const { edges } = await graphOf(files);
    const callers = edges
      .filter((edge) => /CALLS \S*\bRules\.matched\|/i.test(edge))
      .map((edge) => /(\w+)\|/.exec(edge)?.[1]);
    expect(callers).toEqual(['made', 'given', 'shadowed']);
    const makers = edges
      .filter((edge) => /CALLS \S*\brules\|/.test(edge))
      .map((edge) => /(\w+)\|/.exec(edge)?.[1]);
    expect(makers).toEqual(['given', 'shadowed']);
  });
});
