// A button with a sign and a name; the name is also its tooltip, with the key that does the same.

import styles from './IconButton.module.css';
import { Icon, type IconName } from './icons.tsx';

export interface IconButtonProps {
  readonly name: string;
  readonly icon: IconName;
  /** The key that does the same, for the tooltip and for assistive technology. */
  readonly shortcut?: string | undefined;
  readonly onPress: () => void;
  readonly strong?: boolean;
}

export function IconButton({ name, icon, shortcut, onPress, strong }: IconButtonProps) {
  return (
    <button
      type="button"
      className={strong ? `${styles.icon} ${styles.strong}` : styles.icon}
      aria-label={name}
      aria-keyshortcuts={shortcut}
      title={shortcut ? `${name} (${shortcut})` : name}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  );
}
