import { formatSetting } from '../../views/format';

/** The part of a recording's scenario that tells it from others; tests/kernel/README.md describes all of it. */
interface Scenario {
  duration: number;
  net: {
    senders: { rtt_ms: number }[];
    bottleneck: { rate_mbit: number; qdisc: string };
    gso_max_segs?: number;
    loss?: number;
  };
  flows: { cc: string; bytes?: number; sndbuf?: number }[];
}

/** What a recording is of, in words that are the same in every language. */
export function settingOf(recording: string): string {
  const { duration, net, flows } = (JSON.parse(recording) as { scenario: Scenario }).scenario;
  const { cc, bytes, sndbuf } = flows[0]!;
  const parts = [
    sndbuf === undefined ? cc : sndbuf === 0 ? 'tcp_wmem' : `SO_SNDBUF ${formatSetting(sndbuf, 'B')}`,
    net.gso_max_segs !== undefined && `gso_max_segs ${net.gso_max_segs}`,
    formatSetting(net.bottleneck.rate_mbit, 'Mbit/s'),
    formatSetting(net.senders[0]!.rtt_ms, 'ms'),
    sndbuf === undefined && net.bottleneck.qdisc,
    bytes === undefined ? formatSetting(duration, 's') : formatSetting(bytes / 1e6, 'MB'),
  ];
  return parts.filter(Boolean).join(', ');
}
