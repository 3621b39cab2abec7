// Where cache-aware balancing wants processes: in the picture, in its key, and in words.

import { expect, machine, open, patience, test } from './stage.ts';

test('the machine says which cache a process prefers and how many of its threads are there', async ({
  page,
}) => {
  await open(page, { scenario: 'cache-aware/memory', playhead: '200 ms' });
  const home = { name: /^LLC \d+, preferred by process 0, \d of its \d threads there$/ };
  await expect(machine(page, 'B').getByRole('rowheader', home)).toHaveCount(1, {
    timeout: patience,
  });
  await expect(machine(page, 'B').getByText('away from its LLC')).toBeVisible();
  await expect(machine(page, 'A').getByRole('rowheader', home)).toHaveCount(0);
});
