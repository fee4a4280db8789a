import { Highlight } from 'prism-react-renderer';
import type { ReactNode } from 'react';
import codeTheme from '../../../codeTheme';
import css from './Code.module.css';

/** The code as it stands in the HTML: the same lines in the same places as in the editor that replaces it. */
export function Listing({ text, label }: { text: string; label: string }): ReactNode {
  return (
    <Highlight code={text} language="python" theme={codeTheme}>
      {({ tokens, getTokenProps }) => (
        // Longer than its place, it is scrolled: by keys, too.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className={css.listing} role="group" aria-label={label} tabIndex={0}>
          {tokens.map((line, number) => (
            <span key={number} className={css.line}>
              {line.map((token, index) => (
                <span key={index} {...getTokenProps({ token })} />
              ))}
            </span>
          ))}
        </pre>
      )}
    </Highlight>
  );
}
