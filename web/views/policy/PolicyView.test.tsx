import { describe, expect, it } from 'vitest';
import type { PolicyCounts } from '../../engine/policy.ts';
import { testPage } from '../../ui/testing/page.ts';
import { firstSteps } from './first-steps.ts';
import { PolicyView, type PolicyViewProps } from './PolicyView.tsx';
import { words } from './words.ts';

const page = testPage();
const counts = {
  asked: [3],
  ended: [3],
  operations: 9,
  words: 6,
  longest: 100,
  pulled: 0,
} as unknown as PolicyCounts;

function show(props: Partial<PolicyViewProps>) {
  page.show(
    <PolicyView
      text="function select_cpu(p) {\n  return 0;\n}\n"
      onText={() => {}}
      starters={[]}
      onStage={undefined}
      problem={undefined}
      own="D"
      isFull={false}
      runs={undefined}
      waits={undefined}
      isOpening={false}
      onRun={() => {}}
      compiled={undefined}
      counts={undefined}
      race={undefined}
      onFault={() => {}}
      onStep={() => {}}
      {...props}
    />,
  );
  const button = [...page.host.querySelectorAll('button')].find(
    ({ textContent }) => textContent === words.run('D'),
  );
  return {
    text: page.host.textContent,
    canRun: button?.disabled === false,
    words: [...page.host.querySelectorAll('details')].find(
      (each) => each.querySelector('summary')?.textContent === words.vocabulary,
    ),
    page: page.host,
  };
}

describe('the Policy view', () => {
  it('runs where there is a place for a variant, and says where there is none', () => {
    const free = show({});
    expect([free.canRun, free.text.includes(words.full)]).toEqual([true, false]);
    const full = show({ isFull: true });
    expect([full.canRun, full.text.includes(words.full)]).toEqual([false, true]);
  });

  it('shows the words of the language until something has run, and has them at hand then', () => {
    expect(show({}).words?.open).toBe(true);
    const ran = show({ counts });
    expect(ran.words?.open).toBe(false);
    expect(ran.text).toContain('nr_running(c)');
  });

  it('has first steps, each a policy to begin with in a story', () => {
    const steps: string[] = [];
    const shown = show({ onStep: ({ starter, scenario }) => steps.push(`${starter} ${scenario}`) });
    for (const { title } of firstSteps) {
      const take = words.takeStep(title);
      const buttons = [...shown.page.querySelectorAll('button')];
      buttons.find(({ textContent }) => textContent === take)!.click();
    }
    expect(steps).toEqual(firstSteps.map(({ starter, scenario }) => `${starter} ${scenario}`));
  });
});
