import { translate } from '@docusaurus/Translate';
import { spanOf } from '../span';

/** How long until a card comes back: `10 min`, `3 d`, `1.5 y`. */
export function sayShort(ms: number): string {
  const { count, unit } = spanOf(ms);
  const message = {
    min: translate({ id: 'practice.span.min', message: '{count} min' }, { count }),
    h: translate({ id: 'practice.span.h', message: '{count} h' }, { count }),
    d: translate({ id: 'practice.span.d', message: '{count} d' }, { count }),
    mo: translate({ id: 'practice.span.mo', message: '{count} mo' }, { count }),
    y: translate({ id: 'practice.span.y', message: '{count} y' }, { count }),
  };
  return message[unit];
}
