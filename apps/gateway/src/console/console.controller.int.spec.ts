import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Module, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CONSOLE_FOLDER } from './console-files';
import { ConsoleController } from './console.controller';

const folder = mkdtempSync(path.join(tmpdir(), 'quarry-no-console-'));

@Module({ controllers: [ConsoleController], providers: [{ provide: CONSOLE_FOLDER, useValue: folder }] })
class ConsoleAlone {}

describe('a gateway whose console is not built', () => {
  let app: INestApplication;
  let url: string;
  beforeAll(async () => {
    app = await NestFactory.create(ConsoleAlone, { logger: false });
    await app.listen(0, '127.0.0.1');
    url = await app.getUrl();
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });

  it('says how to build it, and serves it once it is there', async () => {
    const without = await fetch(`${url}/turns/t1`);
    expect(without.status).toBe(503);
    expect(await without.text()).toContain('npx vite build apps/console');
    writeFileSync(path.join(folder, 'index.html'), '<p>built');
    const built = await fetch(`${url}/turns/t1`);
    expect(built.status).toBe(200);
    expect(await built.text()).toBe('<p>built');
  });
});
