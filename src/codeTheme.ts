import type { PrismTheme } from 'prism-react-renderer';

/** Code in the book's own colours, for light and dark alike: they are variables. */
const theme: PrismTheme = {
  plain: { color: 'var(--ink)', backgroundColor: 'var(--raised)' },
  styles: [
    { types: ['comment', 'triple-quoted-string'], style: { color: 'var(--ink-soft)', fontStyle: 'italic' } },
    { types: ['keyword', 'builtin', 'boolean'], style: { color: 'var(--q-cwnd)' } },
    { types: ['string', 'string-interpolation'], style: { color: 'var(--q-inflight)' } },
    { types: ['number'], style: { color: 'var(--q-queue)' } },
    { types: ['decorator', 'function', 'class-name'], style: { color: 'var(--q-throughput)' } },
  ],
};

export default theme;
