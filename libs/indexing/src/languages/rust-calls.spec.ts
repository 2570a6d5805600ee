import { graphOf } from '../link/testing/graph-of';

const WORKSPACE = {
  'crates/facade/Cargo.toml': '[package]\nname = "facade"\n',
  'crates/facade/src/lib.rs': 'pub extern crate the_engine as engine;\n',
  'crates/engine/Cargo.toml': '[package]\nname = "the-engine"\n',
  'crates/engine/src/lib.rs': `pub struct Engine { pub size: u64 }
pub struct Found { pub lines: u64 }
impl Engine {
    pub fn new() -> std::io::Result<Self> { todo!() }
    pub fn search(&self) -> anyhow::Result<Found> { todo!() }
    pub fn first(&self) -> Option<Found> { todo!() }
    pub fn config<'a>(&'a self) -> &'a Config { todo!() }
}
impl Found { pub fn any(&self) -> bool { true } }
pub struct Config { pub max: u64 }
impl Config { pub fn max(&mut self, n: u64) -> &mut Config { self } }
`,
};

async function edgesOf(body: string): Promise<readonly string[]> {
  const { edges } = await graphOf({
    ...WORKSPACE,
    'crates/app/Cargo.toml': '[package]\nname = "app"\n',
    'crates/app/src/main.rs': body,
  });
  return edges.flatMap((edge) => {
    const [, kind = '', name = ''] = /^crates\/app\/\S+ (CALLS|USES) \S+\/src\/(\S+)$/.exec(edge) ?? [];
    return kind === 'CALLS' || name.endsWith('FIELD')
      ? [`${kind} ${name.replace(/^(?:lib|main)\./, '')}`]
      : [];
  });
}

describe('Rust: calls on results', () => {
  it('follow the type of a result, through a crate that another one re-exports', async () => {
    const body = `use facade::engine::Engine;
fn run() -> anyhow::Result<()> {
    let engine = Engine::new()?;
    engine.search()?.any();
    Ok(())
}
`;
    expect(await edgesOf(body)).toEqual([
      'CALLS Engine.new|METHOD',
      'CALLS Engine.search|METHOD',
      'CALLS Found.any|METHOD',
    ]);
  });

  it('follow the variable of a pattern, an arm that hands it on, and an outer variable of the same name', async () => {
    const body = `fn run(engine: &facade::engine::Engine) {
    if let Some(ref found) = engine.first() { found.any(); }
    let worker = || { let engine = engine.clone(); engine.search(); };
    let found = match engine.search() { Ok(found) => found, Err(err) => return };
    found.lines;
}
`;
    expect(await edgesOf(body)).toEqual([
      'CALLS Engine.first|METHOD',
      'CALLS Found.any|METHOD',
      'CALLS Engine.search|METHOD',
      'USES Found.lines|FIELD',
    ]);
  });

  it('are found in the arguments of macros and in what a macro expands to', async () => {
    const body = `fn reason(n: u64) -> String { String::new() }
fn fail() {}
fn run(engine: facade::engine::Engine) {
    anyhow::bail!("{}: {}", reason(engine.size), engine.first().is_some());
}
macro_rules! broken { ($($tt:tt)*) => { crate::fail(); println!($($tt)*); } }
macro_rules! none { () => { fn reason() {} } }
`;
    expect(await edgesOf(body)).toEqual([
      'CALLS reason|FUNCTION',
      'CALLS Engine.first|METHOD',
      'USES Engine.size|FIELD',
      'CALLS fail|FUNCTION',
    ]);
  });

  it('tell a field from the method of its name', async () => {
    const body = `fn run(mut config: facade::engine::Config, engine: facade::engine::Engine) {
    config.max(3);
}
fn read(engine: facade::engine::Engine) -> u64 { engine.config().max }
`;
    expect(await edgesOf(body)).toEqual([
      'CALLS Config.max|METHOD',
      'USES Config.max|FIELD',
      'CALLS Engine.config|METHOD',
    ]);
  });
});
