import type { PrismTheme } from 'prism-react-renderer';
import inks from './codeInks';

/** Code in the book's own colours. */
const theme: PrismTheme = {
  plain: { color: 'var(--ink)', backgroundColor: 'var(--raised)' },
  styles: [
    { types: ['comment', 'triple-quoted-string'], style: { color: inks.comment, fontStyle: 'italic' } },
    { types: ['keyword', 'builtin', 'boolean'], style: { color: inks.keyword } },
    { types: ['string', 'string-interpolation'], style: { color: inks.string } },
    { types: ['number'], style: { color: inks.number } },
    { types: ['decorator', 'function', 'class-name'], style: { color: inks.name } },
  ],
};

export default theme;
