import { nameInKey, shortNameInKey } from './ids';

describe('the name in a key', () => {
  it.each([
    ['python:httpx._client.Client.send|METHOD', 'httpx._client.Client.send', 'Client.send'],
    ['csharp:Shop.Orders.Cancel(int, string)|METHOD', 'Shop.Orders.Cancel', 'Orders.Cancel'],
    ['typescript:libs/turn/src/turn.openTurn|FUNCTION', 'libs/turn/src/turn.openTurn', 'openTurn'],
    ['typescript:src/store.Store|TYPE', 'src/store.Store', 'Store'],
    ['dbo.Invoice|TABLE', 'dbo.Invoice', 'dbo.Invoice'],
    ['file:src/a.ts|FILE', 'src/a.ts', 'src/a.ts'],
    ['rust:crate::a::b|FUNCTION', 'crate::a::b', 'crate::a::b'],
    ['c:main~12|FUNCTION', 'main', 'main'],
    ['csharp:Shop.Run(int)~2|METHOD', 'Shop.Run', 'Shop.Run'],
    ['cpp:shop.Base.~Base|METHOD', 'shop.Base.~Base', 'Base.~Base'],
    ['plain', 'plain', 'plain'],
  ])('%s', (key, name, short) => {
    expect([nameInKey(key), shortNameInKey(key)]).toEqual([name, short]);
  });

  it('is found in time that grows with the length of the key', () => {
    const hostile = '('.repeat(200_000);
    expect(nameInKey(hostile)).toBe(hostile);
  });
});
