// What a picture of the stage takes from the page: gauges and key.

import { describe, expect, it } from 'vitest';
import { testPage } from '../../ui/testing/page.ts';
import { gaugesIn, keyIn } from './page-key.ts';

describe('what stands beside the machines of a picture', () => {
  const page = testPage();
  it('is what the gauges say, and the key with its swatches', () => {
    page.show(
      <>
        <dl>
          <dt>pages</dt>
          <dd>
            <strong>3.77</strong> <span>M/s</span> <span>+143 %</span>
          </dd>
        </dl>
        <fieldset>
          <button type="button">
            <svg aria-hidden="true" />
            user work
          </button>
          <button type="button">no swatch</button>
        </fieldset>
      </>,
    );
    expect(gaugesIn(page.host)).toEqual(['pages: 3.77 M/s +143 %']);
    expect(keyIn(page.host).map(({ name }) => name)).toEqual(['user work']);
  });
  it('is nothing where there are none', () => {
    expect(gaugesIn(undefined)).toEqual([]);
    expect(keyIn(undefined)).toEqual([]);
  });
});
