import { formatSetting } from '../../../views/format';

/** The part of a recording's scenario that tells it from others; tests/kernel/README.md describes all of it. */
interface Scenario {
  duration: number;
  net: {
    senders: { rtt_ms: number }[];
    bottleneck: { rate_mbit?: number; qdisc?: string; tc?: string[] };
    gso_max_segs?: number;
    loss?: number;
    route?: string;
  };
  flows: { cc: string; bytes?: number; sndbuf?: number; max_pacing?: number }[];
}

/** What a recording is of, in words that are the same in every language. */
export function settingOf(recording: string): string {
  const { duration, net, flows } = (JSON.parse(recording) as { scenario: Scenario }).scenario;
  const { bytes, sndbuf, max_pacing: pacing } = flows[0]!;
  const parts = [
    sndbuf === undefined
      ? flows.map(({ cc }) => cc).join(' + ')
      : sndbuf === 0
        ? 'tcp_wmem'
        : `SO_SNDBUF ${formatSetting(sndbuf, 'B')}`,
    pacing !== undefined && `SO_MAX_PACING_RATE ${formatSetting(pacing / 1e6, 'Mbit/s')}`,
    net.route,
    net.gso_max_segs !== undefined && `gso_max_segs ${net.gso_max_segs}`,
    net.bottleneck.rate_mbit !== undefined && formatSetting(net.bottleneck.rate_mbit, 'Mbit/s'),
    // a tree of classes: their rates stand in the lines of tc
    ...(net.bottleneck.tc ?? []).flatMap((line) => / classid (\S+ htb rate \S+(?: ceil \S+)?)/.exec(line)?.[1] ?? []),
    net.senders.map(({ rtt_ms }) => formatSetting(rtt_ms, 'ms')).join(' + '),
    sndbuf === undefined && net.bottleneck.qdisc,
    bytes === undefined ? formatSetting(duration, 's') : formatSetting(bytes / 1e6, 'MB'),
  ];
  return parts.filter(Boolean).join(', ');
}
