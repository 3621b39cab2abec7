// A problem, in place: what was wrong, where, and what would be right. News is said in the captions.

import { notices as words } from '../stage/messages.ts';
import { choose, useStageState } from '../stage/store.ts';
import { IconButton } from '../ui/IconButton.tsx';
import styles from './NoticeBar.module.css';

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
          <IconButton
            name={words.close}
            icon="close"
            onPress={() => choose({ notice: undefined })}
          />
        </div>
      )}
    </div>
  );
}
