import Translate from '@docusaurus/Translate';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import { usePluginData } from '@docusaurus/useGlobalData';
import useIsBrowser from '@docusaurus/useIsBrowser';
import { type ReactNode, useState } from 'react';
import { getRuntime } from '../runtime';
import type { RuntimeUrls } from '../runtime/types';
import { Button } from '../ui/Button';
import { issueAddress } from './address';
import { DisputeDialog } from './DisputeDialog';
import type { Disputed } from './disputed';
import { type Report, reportOf } from './report';

interface DisputeProps {
  what: Disputed;
}

/** What the site says about itself (`docusaurus.config.js`). */
interface Fields {
  /** The page of a tracker for a new issue; '': there is none. */
  issues: string;
  book: string;
}

/**
 * A quiet link for a reader who knows better than the book: it opens a new issue with everything in it that somebody
 * needs to look into it. Where the book has no tracker, the same text can be copied and saved. Nothing is sent by itself.
 */
export const Dispute = (props: DisputeProps): ReactNode => useIsBrowser() && <Offered {...props} />;

function Offered({ what }: DisputeProps): ReactNode {
  const { siteConfig } = useDocusaurusContext();
  const { issues, book } = siteConfig.customFields as unknown as Fields;
  const { runtime } = usePluginData('inflight') as { runtime: RuntimeUrls };
  const [report, setReport] = useState<Report>();
  const make = (): Report =>
    reportOf(what, {
      page: window.location.href,
      versions: { book, ...pythonOf(runtime), browser: navigator.userAgent },
    });
  const label = <Translate id="dispute.link">Dispute this</Translate>;
  if (issues)
    return (
      <a href={issueAddress(issues, make())} target="_blank" rel="noopener noreferrer">
        {label}
      </a>
    );
  return (
    <>
      <Button look="quiet" onClick={() => setReport(make())}>
        {label}
      </Button>
      {report && <DisputeDialog {...report} name={what.id} onClose={() => setReport(undefined)} />}
    </>
  );
}

/** The Pyodide that ran models on this page, if any did. */
function pythonOf(urls: RuntimeUrls): { Pyodide?: string } {
  const [, version] = /pyodide-([^/]+)/.exec(urls.pyodide) ?? [];
  return version !== undefined && getRuntime(urls).status().state === 'ready' ? { Pyodide: version } : {};
}
