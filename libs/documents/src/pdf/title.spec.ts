import { withoutBars } from './title';

describe('the title of a PDF', () => {
  it.each([
    [' | | Lyft, Inc. | ', 'Lyft, Inc.'],
    ['Annual | Report 2023', 'Annual Report 2023'],
    ['Annual Report', 'Annual Report'],
  ])('%s has no bars of a table', (text, title) => {
    expect(withoutBars(text)).toBe(title);
  });
});
