import { translate } from '@docusaurus/Translate';

/** `1 point`, `2.5 points`. */
export const pointsInWords = (points: number): string =>
  points === 1
    ? translate({ id: 'classroom.point', message: '1 point' })
    : translate({ id: 'classroom.points', message: '{points} points' }, { points });

/** `1.5 of 2 points`. */
export const ofPoints = (points: number, possible: number): string =>
  translate({ id: 'classroom.ofPoints', message: '{points} of {possible} points' }, { points, possible });
