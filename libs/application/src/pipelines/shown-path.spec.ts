import { shownPath } from './shown-path';

describe('shownPath', () => {
  it.each([
    ['/etc/quarry/pipelines/code/pipeline.yaml', 'pipelines/code/pipeline.yaml'],
    ['/srv/mine/pipeline.yaml', 'mine/pipeline.yaml'],
    ['/elsewhere/secret/pipeline.yaml', 'pipeline.yaml'],
  ])('%s is shown as %s', (file, shown) => {
    expect(shownPath(file, ['/etc/quarry/pipelines', '/srv/mine'])).toBe(shown);
  });
});
