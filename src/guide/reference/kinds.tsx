import { translate } from '@docusaurus/Translate';
import type { KnobKind } from '../../model/knobs';

/** Where a kind begins on the page. */
export const kindAnchor = (kind: KnobKind): string => `kind-${kind}`;

/** What each kind of knob is called. */
export const kindTitles = (): Record<KnobKind, string> => ({
  sysctl: translate({ id: 'knobs.kind.sysctl', message: 'sysctl' }),
  socket: translate({ id: 'knobs.kind.socket', message: 'Socket options' }),
  call: translate({ id: 'knobs.kind.call', message: 'System calls' }),
  ip: translate({ id: 'knobs.kind.ip', message: 'ip' }),
  ethtool: translate({ id: 'knobs.kind.ethtool', message: 'ethtool' }),
  tc: translate({ id: 'knobs.kind.tc', message: 'tc' }),
  sysfs: translate({ id: 'knobs.kind.sysfs', message: '/sys and /proc' }),
  tool: translate({ id: 'knobs.kind.tool', message: 'Other tools' }),
});
