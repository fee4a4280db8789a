import Translate, { translate } from '@docusaurus/Translate';
import Layout from '@theme/Layout';
import type { ReactNode } from 'react';
import { LabRoom } from '../linux/lab/LabRoom';
import { LinuxRoom } from '../linux/LinuxRoom';
import { useWantedLab } from '../linux/lab/useWantedLab';
import { Page } from '../ui/Page';

export default function LinuxPage(): ReactNode {
  const lab = useWantedLab();
  return (
    <Layout
      title={lab?.title ?? translate({ id: 'linux.title', message: 'Linux in the page' })}
      description={translate({
        id: 'linux.description',
        message:
          'A Linux kernel with three hosts in your browser: set the path between them, and run ss, tc and iperf3.',
      })}
    >
      {lab ? (
        <Page title={lab.title} key={lab.id}>
          <LabRoom lab={lab} />
        </Page>
      ) : (
        <Page
          width="work"
          title={<Translate id="linux.title">Linux in the page</Translate>}
          lead={
            <Translate id="linux.lead">
              A real kernel in this tab, with a sender, a router and a receiver. You are root on all three.
            </Translate>
          }
        >
          <LinuxRoom />
        </Page>
      )}
    </Layout>
  );
}
