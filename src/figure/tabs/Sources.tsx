import type { ReactNode } from 'react';
import { Row } from '../../ui/layout';

function Source({ source }: { source: string }): ReactNode {
  const rfc = /^RFC (\d+)/.exec(source)?.[1];
  if (rfc) return <a href={`https://www.rfc-editor.org/rfc/rfc${rfc}`}>{source}</a>;
  return /\.[ch]:/.test(source) ? <code>{source.replace(':', ': ')}</code> : source;
}

/** A number in the authors' list of facts: it says nothing to a reader. */
const isFact = (source: string): boolean => /^[A-Z]\d+$/.test(source);

/** Standards and functions of the kernel that the model follows. */
export function Sources({ sources }: { sources: readonly string[] }): ReactNode {
  return (
    <Row as="ul" gap={6}>
      {sources
        .filter((source) => !isFact(source))
        .map((source) => (
          <li key={source}>
            <Source source={source} />
          </li>
        ))}
    </Row>
  );
}
