import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../scenario/index.ts';
import { testPage } from '../../ui/testing/page.ts';
import { Results } from './LessonView.tsx';
import { newLesson } from './lesson.ts';

describe('the results of a lesson', () => {
  const page = testPage();

  it('judge no answer where none was given, also to a question that is called what every object has', () => {
    const asked = { question: 'How much?', points: 1, within: 25 };
    const about = { metric: 'kernel_share', variant: 'B' };
    const steps = [{ ask: { kind: 'number', id: 'constructor', ...asked, about } }];
    const scenario = { title: 'Odd names', what: 'A file may say so.', steps } as Scenario;
    const nothing = () => undefined;
    page.show(
      <Results
        scenario={scenario}
        lesson={{ ...newLesson, phase: 'run' }}
        onLesson={nothing}
        onLeave={nothing}
        measured={() => 12}
        elsewhere={nothing}
        isElsewhere={() => false}
        format={String}
        progress={undefined}
      />,
    );
    const [own, simulated] = page.host.querySelectorAll('dd');
    expect([own?.textContent, simulated?.textContent]).toEqual(['', '12']);
  });
});
