// The bar over the story during the five-minute tour: the number of the stop, and the way to the stop before and to
// the next one. The text and question of a stop are the step of its story.

import { tourHash } from '../../scenario/place.ts';
import { tourStop, tourStops } from '../../scenario/tour.ts';
import { tour as words } from './step-words.ts';
import styles from './TourBar.module.css';

export default function TourBar({ stop }: { readonly stop: number }) {
  const isLast = stop >= tourStops.length;
  return (
    <nav className={styles.tour} aria-label={words.name}>
      <p>
        <span className={styles.number}>{words.stop(stop, tourStops.length)}</span>
        {tourStop(stop).name}
      </p>
      <p className={styles.ways}>
        {stop > 1 && (
          <a href={tourHash(stop - 1)} aria-label={words.previous(tourStop(stop - 1).name)}>
            {words.back}
          </a>
        )}
        <a
          className={styles.next}
          href={isLast ? tourHash('end') : tourHash(stop + 1)}
          aria-label={isLast ? words.end : words.next(tourStop(stop + 1).name)}
        >
          {isLast ? words.end : words.goOn}
        </a>
      </p>
    </nav>
  );
}
