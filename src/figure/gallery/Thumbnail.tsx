import { type ReactNode, useMemo } from 'react';
import type { Card } from '../../model/gallery';
import { pictureOf } from './pictureOf';

/** Narrow, so that its words stand above the curves and can still be read when it is drawn smaller. */
const WIDTH = 400;

export const Thumbnail = ({ card }: { card: Card }): ReactNode => useMemo(() => pictureOf(card, WIDTH), [card]);
