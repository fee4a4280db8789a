import { Highlight } from 'prism-react-renderer';
import type { ReactNode } from 'react';
import codeTheme from '../../ui/codeTheme';
import css from './CodeEditor.module.css';

export interface ListingProps {
  text: string;
  label: string;
}

/** Lines of Python, in colours. */
export function Lines({ text, label }: ListingProps): ReactNode {
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
