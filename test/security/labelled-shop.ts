import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A small shop: code that calls across files, documents with sections, a table; words that are in one file alone. */
export const FILES: Readonly<Record<string, string>> = {
  'src/cart.ts': `import { price } from './price';
import { discount } from './discount';
/** The basket that a customer fills before the checkout. */
export class Cart {
  lines: { sku: string; count: number }[] = [];
  total(): number {
    return this.lines.reduce((sum, line) => sum + price(line.sku) * line.count, 0) - discount(this.lines.length);
  }
}
`,
  'src/price.ts': `import { rate } from './rate';
/** The price of an article, in euro; zebrawood is dear. */
export function price(sku: string): number {
  return sku.length * rate('EUR');
}
`,
  'src/rate.ts': `/** The exchange rate of a currency, from the quokka feed. */
export function rate(currency: string): number {
  return currency === 'EUR' ? 1 : 1.1;
}
`,
  'src/discount.ts': `/** The discount of loyal customers: ten percent above twelve lines, decided by the walrus board. */
export function discount(lines: number): number {
  return lines > 12 ? 0.1 : margin() / 100;
}
export function margin(): number {
  return 7;
}
`,
  'src/checkout.ts': `import { Cart } from './cart';
import { price } from './price';
/** Pays for a cart; a retry happens after three seconds. */
export function checkout(cart: Cart): string {
  if (cart.total() > 1000) return audit(cart);
  return \`paid \${cart.total()} for \${price('book')}\`;
}
function audit(cart: Cart): string {
  return \`audited \${cart.lines.length}\`;
}
`,
  'src/api.ts': `import { checkout } from './checkout';
import { narwhal } from '@zoo/narwhal';
app.post('/v1/carts/:id/pay', pay);
/** Pays for a cart over HTTP, at the store of the environment. */
function pay(): unknown {
  return narwhal(process.env.WOMBAT_URL, checkout);
}
`,
  'payroll/client.ts': `import { narwhal } from '@zoo/narwhal';
/** Pays the cart of a clerk. */
export const payFor = (id: string): unknown => narwhal(fetch(\`/v1/carts/\${id}/pay\`, { method: 'POST' }));
`,
  'docs/.env.example': 'WOMBAT_URL=https://wombat.example\n',
  'package.json': '{ "name": "shop", "dependencies": { "@zoo/narwhal": "1" } }\n',
  'payroll/salaries.ts': `import { margin } from '../src/discount';
/** The salary of a clerk: narwhal scale, grade four earns 4200. */
export function salary(grade: number): number {
  return grade * 1050 + margin();
}
`,
  'payroll/bonus.ts': `import { salary } from './salaries';
import { checkout } from '../src/checkout';
import { Cart } from '../src/cart';
/** The bonus of a director, a secret of the ocelot committee. */
export function bonus(grade: number): number {
  checkout(new Cart());
  return salary(grade) / 2;
}
`,
  'docs/guide.md': `# Guide

How a customer buys.

## Checkout

The checkout is retried three times, then the cart is kept for the customer.

## Discounts

Loyal customers get a discount; the walrus board decides its height.
`,
  'docs/security.md': `# Security

## Keys

The pangolin key opens the vault. It is rotated every ninety days by the discount team.

## Incidents

An incident is reported to the tapir desk within four hours.
`,
  'docs/salaries.md': `# Salaries

## Scale

The narwhal scale has nine grades. Grade four earns 4200 euro a month.
`,
  'docs/prices.md': `# Prices

## Furniture

| article | euro | kept by |
| --- | --- | --- |
| Chair | 40 | the mongoose store |
| Table | 90 | the walrus board |
`,
  'db/schema.sql': `CREATE TABLE dbo.Orders (Id int PRIMARY KEY, Total decimal(10,2));
GO
CREATE PROCEDURE dbo.CountOrders AS
SELECT COUNT(*) FROM dbo.Orders;
GO
`,
};

/** The shop as it was before: two files differ, one has another name, one was not there yet. */
export const OLD_FILES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(FILES)
    .filter(([path]) => path !== 'docs/prices.md')
    .map(([path, text]) => [
      path === 'src/rate.ts' ? 'src/exchange.ts' : path,
      text
        .replace("'./rate'", "'./exchange'")
        .replace('three times', 'twice')
        .replace('ten percent', 'five percent'),
    ]),
);

/** Words to search for: common ones, ones of a single file, and one of none. */
export const QUERIES: readonly string[] = [
  'discount of loyal customers',
  'narwhal scale salary grade four',
  'ocelot committee bonus',
  'pangolin key vault',
  'retry of the checkout',
  'quokka feed exchange rate',
  'walrus board',
  'zebrawood',
  'Orders table count',
  'unicorn',
];

export const NAMES: readonly string[] = [
  'POST /v1/carts/7/pay',
  '@zoo/narwhal',
  'WOMBAT_URL',
  'price',
  'discount',
  'margin',
  'salary',
  'bonus',
  'checkout',
  'Cart',
  'Cart.total',
  'audit',
  'Orders',
  'CountOrders',
];

/** Writes these files into an empty folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
