import { translate } from '@docusaurus/Translate';
import type { Filter } from '../filter';
import { typeInWords } from '../cards/words';

export const typeName = (type: Exclude<Filter['type'], ''>): string =>
  type === 'bet' ? translate({ id: 'practice.type.bets', message: 'Wrong bets' }) : typeInWords(type);

/** “Part 1 · Windows” is Windows. */
export const shortPart = (title: string): string => title.split(' · ').at(-1)!;
