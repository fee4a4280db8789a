import data from '@inflight/textbook-trace.json';
import Experiment from '@site/src/components/Experiment';
import Layout from '@theme/Layout';
import type { ReactNode } from 'react';
export default function Home(): ReactNode {
  return <Layout><main><h1>In Flight</h1><Experiment id="textbook-trace" data={data} more={() => import('@inflight/textbook-trace.more.json') as never} /></main></Layout>;
}
