// A message in place: what was wrong, where, and what would be right; or a piece of news.

import { notices as words } from '../messages.ts';
import { choose, useChoice } from '../store.ts';
import { IconButton } from './IconButton.tsx';
import styles from './NoticeBar.module.css';

export function NoticeBar() {
  const notice = useChoice((choice) => choice.notice);
  return (
    <div role={notice?.tone === 'problem' ? 'alert' : 'status'}>
      {notice && (
        <div className={styles.notice} data-tone={notice.tone}>
          <p>
            {notice.text} {notice.remedy && <span className={styles.remedy}>{notice.remedy}</span>}
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
