// A problem, in place: what was wrong, where, and what would be right. News is said in the captions.

import { lazy, Suspense } from 'react';
import { useStageState } from '../stage/store.ts';
import styles from './NoticeBar.module.css';

// Without a network the words stay.
const Close = lazy(() => import('./CloseNotice.tsx').catch(() => ({ default: () => null })));

export function NoticeBar() {
  const notice = useStageState((state) => state.notice);
  const problem = notice?.tone === 'problem' ? notice : undefined;
  return (
    <div role="alert">
      {problem && (
        <div className={styles.notice}>
          <p>
            {problem.text}{' '}
            {problem.remedy && <span className={styles.remedy}>{problem.remedy}</span>}
          </p>
          <Suspense>
            <Close />
          </Suspense>
        </div>
      )}
    </div>
  );
}
